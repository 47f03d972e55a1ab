//! The programs that read and write PNG.

use super::{check_refused, everywhere, file, program, run, told};
use image::{GrayImage, ImageFormat, Luma, Rgb, RgbImage};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A picture in a folder, and where the result goes.
fn saved(picture: impl Into<image::DynamicImage>) -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from.png"), folder.path().join("to.png"));
    picture.into().save_with_format(&from, ImageFormat::Png).unwrap();
    (folder, from, to)
}

fn grey(path: &Path) -> GrayImage {
    image::open(path).unwrap().into_luma8()
}

#[test]
fn a_box_is_averaged() {
    let mut picture = GrayImage::new(5, 4);
    picture.put_pixel(2, 1, Luma([90]));
    let (_folder, from, to) = saved(picture);
    told(&run(program("summed_area_table").args(["--radius", "1"]).args([&from, &to]), b""));
    let blurred = grey(&to);
    assert_eq!(blurred.dimensions(), (5, 4));
    // Nine pixels in the middle, six at the upper edge.
    let expected = |x: u32, y: u32| {
        if !(1..=3).contains(&x) || y > 2 {
            0
        } else if y == 0 {
            15
        } else {
            10
        }
    };
    blurred.enumerate_pixels().for_each(|(x, y, pixel)| assert_eq!(pixel.0[0], expected(x, y), "{x}, {y}"));
}

#[test]
fn a_box_of_any_size() {
    let picture = RgbImage::from_fn(37, 11, |x, y| Rgb([(x * 7) as u8, (y * 20) as u8, (x * y) as u8]));
    let (_folder, from, to) = saved(picture.clone());
    for radius in ["0", "1", "5", "11", "40", "4000000000"] {
        told(&run(program("summed_area_table").args(["--radius", radius]).args([&from, &to]), b""));
        let blurred = image::open(&to).unwrap().into_rgb8();
        match radius {
            "0" => assert_eq!(blurred, picture),
            "40" | "4000000000" => assert!(blurred.pixels().all(|pixel| pixel == blurred.get_pixel(0, 0))),
            _ => assert!(blurred != picture),
        }
    }
}

#[test]
fn pictures_on_every_place() {
    let (_folder, from, to) = saved(GrayImage::from_fn(300, 40, |x, y| Luma([(x * 3 + y * 5) as u8])));
    let paths = [from.to_str().unwrap(), to.to_str().unwrap()];
    everywhere("summed_area_table", &paths, |said| assert_eq!(said, ""));
    everywhere("histogram_equalize", &paths, |said| assert_eq!(said, ""));
}

#[test]
fn brightness_is_spread() {
    let (_folder, from, to) = saved(GrayImage::from_raw(5, 1, vec![100, 101, 101, 102, 103]).unwrap());
    told(&run(program("histogram_equalize").args([&from, &to]), b""));
    assert_eq!(grey(&to).into_raw(), [0, 128, 128, 191, 255]);
    let (_folder, from, to) = saved(GrayImage::from_raw(2, 1, vec![9, 9]).unwrap());
    told(&run(program("histogram_equalize").args([&from, &to]), b""));
    assert_eq!(grey(&to).into_raw(), [9, 9]);
}

#[test]
fn what_is_no_picture_is_refused() {
    for name in ["summed_area_table", "histogram_equalize"] {
        let text = file(b"no picture");
        check_refused(&run(program(name).arg(text.path()).arg("/dev/null"), b""), "ormat");
        check_refused(&run(program(name).args(["no/such/file.png", "/dev/null"]), b""), "no/such/file.png: No such file");
    }
}
