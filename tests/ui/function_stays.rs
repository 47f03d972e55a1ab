use scan_runtime::scan;

#[scan(+ : y)]
fn moving_average(x: &[f32], y: &mut [f32]) {
    for i in 2..y.len() {
        y[i] = y[i - 1] + y[i - 2] + x[i];
    }
}

struct Series {
    y: Vec<f32>,
}

impl Series {
    #[scan]
    fn smooth(&mut self) -> usize {
        #[scan(+ : self.y)]
        for i in 1..self.y.len() {
            self.y[i] = self.y[i + 1];
        }
        self.y.len()
    }
}

// The functions are there all the same: one error for each loop, and none here.
fn main() {
    let mut series = Series { y: vec![0.0; 10] };
    moving_average(&[1.0; 10], &mut series.y);
    let _length: usize = series.smooth();
}
