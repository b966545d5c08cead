// SPDX-License-Identifier: Apache-2.0

/// The file formats of photos, recognised by their first bytes and not by the file's name.
public enum PictureFormat: String, Sendable, CaseIterable {
    /// JPEG (ISO/IEC 10918-1): begins with the bytes FF D8 FF.
    case jpeg = "image/jpeg"
    /// PNG (ISO/IEC 15948): begins with the eight bytes of its signature.
    case png = "image/png"
    /// WebP (RFC 9649): begins with `RIFF`, four bytes of size, and `WEBP`.
    case webp = "image/webp"
    /// HEIC (ISO/IEC 23008-12): begins with a box `ftyp` whose brand is one of those for pictures.
    case heic = "image/heic"
    /// TIFF 6.0: begins with `II` or `MM`, and 42 in that byte order.
    case tiff = "image/tiff"

    /// The media type, such as `image/jpeg`.
    public var type: String { rawValue }

    /// The usual file extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .heic: "heic"
        case .tiff: "tif"
        }
    }

    /// Recognises a format by the first bytes of a file; nil for other formats.
    public init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(16))
        func holds(_ text: String, at place: Int) -> Bool {
            head.dropFirst(place).starts(with: text.utf8)
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
            self = .webp
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0x00]) || head.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else if holds("ftyp", at: 4), Self.brands.contains(where: { holds($0, at: 8) }) {
            self = .heic
        } else {
            return nil
        }
    }

    /// The brands of pictures in HEVC (ISO/IEC 23008-12, annex B).
    private static let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}
