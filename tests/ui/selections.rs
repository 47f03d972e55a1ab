use scan_runtime::{parallel_for, reduce, scan};

#[parallel_for]
fn is_a_scan(x: &[i32]) -> Vec<i32> {
    x.iter().copied().filter(|&v| v > 3).collect()
}

#[scan]
fn is_named(x: &[i32]) -> Vec<i32> {
    #[parallel_for]
    let large: Vec<i32> = x.iter().copied().filter(|&v| v > 3).collect();
    large
}

#[reduce(+ : large)]
fn is_no_reduction(x: &[i32]) -> Vec<i32> {
    let large = x.iter().copied().filter(|&v| v > 3).collect();
    large
}

#[scan(+ : small)]
fn another_name(x: &[i32]) -> Vec<i32> {
    let large = x.iter().copied().filter(|&v| v > 3).collect();
    large
}

#[scan(max : collect)]
fn another_operator(x: &[i32]) -> Vec<i32> {
    x.iter().copied().filter(|&v| v > 3).collect()
}

#[scan(+ : collect)]
fn references(x: &[i32]) -> Vec<&i32> {
    x.iter().filter(|&&v| v > 3).collect()
}

#[scan(+ : collect)]
fn pairs_of_references(x: &[i32]) -> Vec<(usize, &i32)> {
    x.iter().enumerate().filter(|(_, v)| **v > 3).collect()
}

#[scan(+ : collect)]
fn no_vec(x: &[i32]) -> Box<[i32]> {
    x.iter().copied().filter(|&v| v > 3).collect()
}

#[scan(+ : collect)]
fn first_ones(x: &[i32]) -> Vec<i32> {
    x.iter().copied().filter(|&v| v > 3).take(9).collect()
}

#[scan(+ : collect)]
fn of_a_function(x: &[&str]) -> Vec<i32> {
    x.iter().filter_map(|text| text.parse().ok()).collect()
}

#[scan(+ : collect)]
fn ends_early(x: &[i32]) -> Vec<i32> {
    x.iter()
        .filter_map(|&v| {
            if v < 3 {
                if v > 0 {
                    return None;
                }
            }
            Some(v)
        })
        .collect()
}

#[scan(+ : collect)]
fn in_an_expression(x: &[i32]) -> usize {
    x.iter().copied().filter(|&v| v > 3).collect::<Vec<_>>().len()
}

#[scan(+ : collect)]
fn tuples_in_tuples(x: &[i32]) -> Vec<(usize, (i32, i32))> {
    x.iter().enumerate().filter(|(_, v)| **v > 3).map(|(i, &v)| (i, (v, 2 * v))).collect()
}

fn main() {}
