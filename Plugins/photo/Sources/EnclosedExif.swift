// SPDX-License-Identifier: Apache-2.0

import CVips

/// The Exif data of a HEIC file, if it begins with the header of a JPEG segment, as on some phones (Xiaomi). libvips
/// does not read this form from HEIC, so the segment is wrapped in a one-pixel JPEG that libvips reads.
final class EnclosedExif {
    /// The header of this JPEG.
    let picture: Picture
    /// The bytes of the JPEG. Never freed: libvips reads them as long as the picture exists, and a plugin process is
    /// short-lived.
    private let file: UnsafeMutableRawBufferPointer

    /// The Exif data of a picture; nil if there is none, or if libvips reads it directly.
    init?(in header: borrowing Picture) {
        guard let bytes = header.bytes("exif-data"), bytes.count > 10, bytes.starts(with: [0xFF, 0xE1]),
            bytes[4..<10].elementsEqual("Exif\0\0".utf8)
        else { return nil }
        let end = min(bytes.count, 2 + Int(bytes[2]) << 8 + Int(bytes[3]))
        let jpeg = [0xFF, 0xD8] + bytes[..<end] + Self.pixel
        file = .allocate(byteCount: jpeg.count, alignment: 1)
        file.copyBytes(from: jpeg)
        let vips = header.vips
        guard let image = hometask_vips_buffer_header(vips.functions, file.baseAddress, file.count) else {
            hometask_vips_clear(vips.functions)
            file.deallocate()
            return nil
        }
        picture = Picture(image, in: vips)
    }

    /// The other segments of a JPEG with one grey pixel: quantization, frame, Huffman tables, scan (ITU-T T.81).
    private static let pixel: [UInt8] =
        [0xFF, 0xDB, 0x00, 0x43, 0x00] + Array(repeating: 0xFF, count: 64)
        + [0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x01, 0x00, 0x01, 0x01, 0x01, 0x11, 0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x00, 0x01] + Array(repeating: 0x00, count: 16)
        + [0xFF, 0xC4, 0x00, 0x14, 0x10, 0x01] + Array(repeating: 0x00, count: 16)
        + [0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x3F, 0xFF, 0xD9]
}
