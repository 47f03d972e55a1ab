//! PNG pictures from and to files.

use image::{ColorType, DynamicImage, ImageFormat, ImageReader, RgbaImage};
use std::path::Path;

/// Reads a picture of at most 8 bits a channel.
///
/// # Errors
/// The file cannot be read, or is no such picture.
pub fn read(file: &Path) -> Result<RgbaImage, String> {
    let name = file.display();
    let reader = ImageReader::open(file).map_err(|error| format!("{name}: {error}"))?;
    let mut reader = reader.with_guessed_format().map_err(|error| format!("{name}: {error}"))?;
    reader.set_format(ImageFormat::Png);
    let picture = reader.decode().map_err(|error| format!("{name}: {error}"))?;
    match picture.color() {
        ColorType::L8 | ColorType::La8 | ColorType::Rgb8 | ColorType::Rgba8 => Ok(picture.into_rgba8()),
        other => {
            Err(format!("{name}: {} bits a channel; convert it to 8", other.bits_per_pixel() / u16::from(other.channel_count())))
        }
    }
}

/// Writes a picture: grey if it is, and without transparency if nothing is transparent.
///
/// # Errors
/// The file cannot be written.
pub fn write(file: &Path, picture: &RgbaImage) -> Result<(), String> {
    let is_grey = picture.pixels().all(|pixel| pixel.0[0] == pixel.0[1] && pixel.0[1] == pixel.0[2]);
    let is_opaque = picture.pixels().all(|pixel| pixel.0[3] == 255);
    let all = DynamicImage::ImageRgba8(picture.clone());
    let narrowed = match (is_grey, is_opaque) {
        (true, true) => DynamicImage::ImageLuma8(all.into_luma8()),
        (true, false) => DynamicImage::ImageLumaA8(all.into_luma_alpha8()),
        (false, true) => DynamicImage::ImageRgb8(all.into_rgb8()),
        (false, false) => all,
    };
    narrowed.save_with_format(file, ImageFormat::Png).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn pictures_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let check = |make: fn(u32, u32) -> [u8; 4]| {
            let picture = RgbaImage::from_fn(5, 3, |x, y| Rgba(make(x, y)));
            write(&path, &picture).unwrap();
            assert_eq!(read(&path).unwrap(), picture);
        };
        check(|x, y| [(40 * x + y) as u8; 3].map(|grey| grey).into_iter().chain([255]).collect::<Vec<_>>().try_into().unwrap());
        check(|x, y| [x as u8, y as u8, 7, 255]);
        check(|x, y| [9, 9, 9, (x * y) as u8]);
        check(|x, y| [x as u8, y as u8, 7, 200]);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "no picture").unwrap();
        assert!(read(file.path()).is_err());
        assert!(read(Path::new("no/such/file.png")).is_err());
        DynamicImage::new_luma16(2, 2).save_with_format(file.path(), ImageFormat::Png).unwrap();
        assert!(read(file.path()).unwrap_err().contains("16 bits a channel"));
    }
}
