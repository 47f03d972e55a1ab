use scan_runtime::scan;

struct Series {
    x: Vec<f32>,
    y: Vec<f32>,
}

impl Series {
    #[scan(+ : self.y)]
    fn f(&mut self) {
        for i in 1..self.y.len() {
            self.y[i] = self.y[i - 1] + self.x[i] * self.x[i];
        }
    }
}

fn main() {}
