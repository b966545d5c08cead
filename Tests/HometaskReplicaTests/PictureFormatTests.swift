// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import Testing

@Suite("Picture formats")
struct PictureFormatTests {
    /// A file with a leading `ftyp` box, followed by other bytes.
    private func file(_ major: String, _ compatible: [String], size: Int? = nil) -> [UInt8] {
        let length = size ?? 16 + 4 * compatible.count
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
            + Array(("ftyp\(major)\0\0\0\0" + compatible.joined() + "heicmeta").utf8)
    }

    @Test(
        "HEVC pictures are distinguished from other codings by their compatible brands",
        arguments: [
            ("heic", ["mif1", "heic"], true), ("heix", [], true), ("mif1", ["mif1", "heic"], true),
            ("msf1", ["msf1", "hevc"], true), ("mif1", ["mif1", "avif", "miaf"], false), ("avif", ["mif1"], false),
            ("mif1", ["mif1"], false), ("mif1", [], false), ("isom", ["heic"], false),
        ])
    func brands(major: String, compatible: [String], isHEIC: Bool) {
        #expect(PictureFormat(file(major, compatible))?.type == (isHEIC ? "image/heic" : nil))
    }

    @Test("Only the brands within the `ftyp` box count, and a truncated or oversized box is harmless")
    func boxes() {
        let whole = file("mif1", ["mif1", "heic"])
        for count in 0..<24 { #expect(PictureFormat(whole.prefix(count)) == nil, "\(count)") }
        #expect(PictureFormat(whole.prefix(24)) == .heic)
        for size in [0, 1, 8, 15, 20] { #expect(PictureFormat(file("mif1", ["mif1", "heic"], size: size)) == nil) }
        #expect(PictureFormat(file("mif1", ["mif1", "heic"], size: Int(UInt32.max))) == .heic)
        #expect(PictureFormat(file("mif1", Array(repeating: "avif", count: 1000) + ["heic"])) == nil)
        let shifted: [UInt8] = [0] + whole
        #expect(PictureFormat(shifted.dropFirst()) == .heic && PictureFormat(shifted) == nil)
    }
}
