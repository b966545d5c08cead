// SPDX-License-Identifier: Apache-2.0

/// The file formats of photos, recognised by their first bytes and not by the file's name.
public enum PictureFormat: String, Sendable, CaseIterable {
    /// JPEG (ISO/IEC 10918-1): begins with the bytes FF D8 FF.
    case jpeg = "image/jpeg"
    /// PNG (ISO/IEC 15948): begins with the eight bytes of its signature.
    case png = "image/png"
    /// WebP (RFC 9649): begins with `RIFF`, four bytes of size, and `WEBP`.
    case webp = "image/webp"
    /// HEIC (ISO/IEC 23008-12): begins with a box `ftyp` that names a brand for pictures in HEVC.
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
        } else if holds("ftyp", at: 4), Self.isHEIC(bytes) {
            self = .heic
        } else {
            return nil
        }
    }

    /// The brands of pictures in HEVC (ISO/IEC 23008-12, annex B).
    private static let brands: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
    /// The brands of pictures in any coding: the compatible brands tell whether the coding is HEVC or, for example,
    /// AV1.
    private static let openBrands: Set = ["mif1", "msf1"]
    /// The maximum number of bytes read of a box `ftyp`: about 60 brands.
    private static let longestBox = 256

    /// Whether a box `ftyp` declares pictures in HEVC. After its size and type, the box contains the major brand, its
    /// version, and the compatible brands (ISO/IEC 14496-12, section 4.3).
    private static func isHEIC(_ bytes: some Collection<UInt8>) -> Bool {
        let head = Array(bytes.prefix(longestBox))
        func brand(at place: Int) -> String { String(decoding: head[place..<place + 4], as: UTF8.self) }
        guard head.count >= 12 else { return false }
        if brands.contains(brand(at: 8)) { return true }
        guard openBrands.contains(brand(at: 8)) else { return false }
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return stride(from: 16, through: min(size, head.count) - 4, by: 4).contains { brands.contains(brand(at: $0)) }
    }
}
