use scan_runtime::declare_target;

#[declare_target]
mod m {
    pub fn w(x: i32) -> i32 {
        let mut r = x;
        #[cfg(debug_assertions)]
        {
            r = 0;
        }
        r
    }

    #[other::memoized]
    pub fn v(x: i32) -> i32 {
        x
    }
}

fn main() {}
