use scan_runtime::declare_target;

#[declare_target]
mod ops {
    pub fn text(a: i32) -> i32 {
        let text = "text";
        a + text.len() as i32
    }

    pub fn list(a: i32) -> i32 {
        let list = vec![a, a];
        list[0]
    }

    pub fn boxed(a: i32) -> i32 {
        *Box::new(a)
    }

    pub fn closure(a: i32) -> i32 {
        let double = |x: i32| x + x;
        double(a)
    }

    pub fn tuple(a: i32) -> i32 {
        let both = (a, a);
        both.0
    }
}

fn main() {}
