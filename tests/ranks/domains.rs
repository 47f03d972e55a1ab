//! An operator with a domain, over ranks: where an element of any rank lies outside of it, or what the first rank starts from, ranks take
//! turns, and the result is that of the loop as written.

use super::{PLACES, RANKS, check, ends, loops, on_ranks, part};
use loops::residues::P;
use scan_runtime::{DeviceKind, Ranks, with_reports};
use scan_tests::Random;

fn residue(random: &mut Random) -> u32 {
    (random.next() % u64::from(P)) as u32
}

#[test]
fn residues_go_on_over_ranks() {
    check(17, 3 * P, residue, 0, |world, _, start, x, y| loops::checksums(world, start, x, y));
}

#[test]
fn what_lies_outside_has_all_ranks_take_turns() {
    let n = 5003;
    let residues: Vec<u32> = (0..n).map(|i| residue(&mut Random::new(i))).collect();
    let outside = [(None, 3 * P), (Some(0), 5), (Some(2500), 5), (Some(5002), 5)];
    for (at, start) in outside {
        let mut x = residues.clone();
        at.into_iter().for_each(|at: usize| x[at] = 2 * P + 1);
        let expected = on_ranks(1, DeviceKind::Loop, |world| {
            let mut y = vec![0; x.len()];
            (loops::checksums(world, start, &x, &mut y), y)
        });
        for (size, place) in RANKS.into_iter().flat_map(|size| PLACES.map(|place| (size, place))) {
            let ends = ends(x.len(), size, &mut Random::new(size as u64));
            let found = on_ranks(size, place, |world| {
                let part = part(&x, &ends, world.rank());
                let mut y = vec![0; part.len()];
                let (last, reports) = with_reports(|| loops::checksums(world, start, &x[part], &mut y));
                assert!(reports.iter().any(|report| report.to_string().contains("take turns")), "{reports:?}");
                (last, y)
            });
            assert!(found.iter().all(|(last, _)| *last == expected[0].0), "{at:?}, {size} ranks, {place}");
            let all: Vec<u32> = found.into_iter().flat_map(|(_, y)| y).collect();
            assert!(all == expected[0].1, "{at:?}, {size} ranks, {place}");
        }
    }
}

#[test]
fn what_lies_outside_further_back_has_all_ranks_take_turns() {
    let (n, k) = (5003, 3);
    let residues: Vec<u32> = (0..n).map(|i| residue(&mut Random::new(i))).collect();
    for (at, first) in [(None, 5), (None, 3 * P), (Some(3), 5), (Some(2500), 5), (Some(5002), 5)] {
        let mut x = residues.clone();
        at.into_iter().for_each(|at: usize| x[at] = 2 * P + 1);
        let start = [1, first, 9];
        let expected = on_ranks(1, DeviceKind::Loop, |world| {
            let mut y = [&start[..], &vec![0; x.len() - k]].concat();
            loops::checksums_back(world, k, &x, &mut y);
            y
        });
        for (size, place) in RANKS.into_iter().flat_map(|size| PLACES.map(|place| (size, place))) {
            let ends = ends(x.len() - k, size, &mut Random::new(size as u64));
            let found = on_ranks(size, place, |world| {
                let part = part(&x[k..], &ends, world.rank());
                // What the others hold before their parts is none of their own.
                let halo = if world.rank() == 0 { start } else { [7 * P; 3] };
                let mut y = [&halo[..], &vec![0; part.len()]].concat();
                loops::checksums_back(world, k, &[&halo[..], &x[k..][part]].concat(), &mut y);
                y.split_off(k)
            });
            assert!(found.concat() == expected[0][k..], "{at:?}, {first}, {size} ranks, {place}");
        }
    }
}
