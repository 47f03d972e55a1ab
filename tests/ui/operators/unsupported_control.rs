use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    pub fn question(a: i32) -> i32 {
        let b = a.checked_add(1)?;
        b
    }

    pub fn unwrapped(a: i32) -> i32 {
        a.checked_add(1).unwrap()
    }

    pub fn when_it_is(a: Pair) -> i32 {
        if let Pair { x: 1, y } = a { y } else { 0 }
    }

    pub fn iterated(a: [i32; 4]) -> i32 {
        a.iter().sum()
    }

    pub fn over_elements(a: [i32; 4]) -> i32 {
        let mut sum = 0i32;
        for x in a {
            sum = sum.wrapping_add(x);
        }
        sum
    }

    pub fn prints(a: i32) -> i32 {
        println!("{a}");
        a
    }

    pub fn gives_up(a: i32) -> i32 {
        if a < 0 {
            panic!("negative")
        }
        a
    }

    pub fn raw(a: i32) -> i32 {
        unsafe { std::mem::transmute(a) }
    }
}

fn main() {}
