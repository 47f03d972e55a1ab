use scan_runtime::declare_target;

#[declare_target]
mod ops {
    pub fn object(a: &dyn Fn(i32) -> i32) -> i32 {
        a(1)
    }

    pub fn text(a: &str) -> i32 {
        a.len() as i32
    }

    pub fn perhaps(a: i32) -> Option<i32> {
        a.checked_add(1)
    }

    pub fn nothing(a: i32) {
        let _unused = a;
    }

    pub fn many(a: Vec<i32>) -> i32 {
        a[0]
    }
}

fn main() {}
