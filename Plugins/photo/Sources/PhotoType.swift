// SPDX-License-Identifier: Apache-2.0

/// The types of photos that are read.
enum PhotoType: String {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case heic = "image/heic"
    case tiff = "image/tiff"

    /// What the names of libvips' loaders of this type begin with.
    var loader: String {
        switch self {
        case .jpeg: "jpegload"
        case .png: "pngload"
        case .webp: "webpload"
        case .heic: "heifload"
        case .tiff: "tiffload"
        }
    }

    /// The end of the name of a file that libvips writes for an edited copy, with its options, and its type. HEIC
    /// cannot be written everywhere, and few programs show TIFF: both become JPEG.
    var copy: (ending: String, type: PhotoType) {
        switch self {
        case .jpeg, .heic, .tiff: (".jpg[Q=95]", .jpeg)
        case .png: (".png", .png)
        case .webp: (".webp[Q=95]", .webp)
        }
    }
}
