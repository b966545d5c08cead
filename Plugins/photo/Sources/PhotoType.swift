// SPDX-License-Identifier: Apache-2.0

/// The types of photos that can be read.
enum PhotoType: String {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case heic = "image/heic"
    case tiff = "image/tiff"

    /// The prefix of libvips' loaders for this type.
    var loader: String {
        switch self {
        case .jpeg: "jpegload"
        case .png: "pngload"
        case .webp: "webpload"
        case .heic: "heifload"
        case .tiff: "tiffload"
        }
    }

    /// The file name extension of an edited copy with libvips' options for saving, and the type of the copy. HEIC
    /// encoders are not universal, and few programs show TIFF, so both become JPEG.
    var copy: (ending: String, type: PhotoType) {
        switch self {
        case .jpeg, .heic, .tiff: (".jpg[Q=95]", .jpeg)
        case .png: (".png", .png)
        case .webp: (".webp[Q=95]", .webp)
        }
    }
}
