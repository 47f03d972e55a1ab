//! The head of the function says nothing of what is pushed; the loop does.

use scan_runtime::parallel_for;

struct Node {
    parent: usize,
    size: usize,
}

#[parallel_for]
fn f(n: usize) -> usize {
    let mut nodes = Vec::with_capacity(n);
    for i in 0..n {
        nodes.push(Node { parent: i, size: 1 });
    }
    nodes.iter().map(|node: &Node| node.parent + node.size).sum()
}

fn main() {}
