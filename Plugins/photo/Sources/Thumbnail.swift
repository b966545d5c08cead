// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlugin

/// A thumbnail of a photo: upright, in sRGB, without metadata.
struct Thumbnail {
    private let photo: OpenedPhoto
    private var vips: Vips { photo.vips }

    /// The maximum size of a thumbnail in bytes.
    static let mostBytes = 6 * 1024

    /// The sizes tried in order until the thumbnail is small enough: the longer side in pixels, and the quality.
    private static let attempts = [(256, 60), (256, 40), (208, 40), (160, 35), (128, 30), (96, 20), (48, 10), (16, 1)]

    init(of photo: OpenedPhoto) { self.photo = photo }

    func bytes() throws -> [UInt8] {
        // Decode the file once for all attempts.
        let whole = try decoded()
            // Some versions of libvips write metadata into the file regardless of their options.
            .forgetting { _ in true }
        // The bytes per pixel and quality step in the last attempt, used to estimate the next.
        var density = 0.0
        for (side, quality) in Self.attempts {
            let weight = Double(side * side * quality)
            if density * weight > Double(Self.mostBytes) * 1.25 { continue }
            let picture = try whole.making { hometask_vips_shrunk($0, $1, Int32(side)) }
            // With the least effort, encoding takes a third of the time and gives a slightly larger file.
            let rough = try Self.webp(picture, quality: Int32(quality), effort: 0)
            density = Double(rough.count) / weight
            if Double(rough.count) > Double(Self.mostBytes) * 1.1 { continue }
            let bytes = try Self.webp(picture, quality: Int32(quality), effort: 4)
            if bytes.count <= Self.mostBytes { return bytes }
        }
        throw RPCError(.refused, "no thumbnail could be made of it")
    }

    /// Returns the picture in memory, upright and not much larger than the first attempt.
    private func decoded() throws -> Picture {
        let side = Int32(Self.attempts[0].0)
        do {
            let lazy = try vips.picture(
                hometask_vips_thumbnail(vips.functions, photo.path, side, side, photo.isSRGB ? 1 : 0))
            return try lazy.making { functions, image in functions.pointee.copy_memory(image) }
        } catch  where photo.type == .heic {
            // libvips uses the thumbnail embedded in a HEIC file, and cannot decode that of some cameras (Sony's .HIF).
            let large = try vips.picture(hometask_vips_load(vips.functions, photo.path))
                .making { functions, image in functions.pointee.copy_memory(image) }
            return try large.making { hometask_vips_upright($0, $1) }.making { hometask_vips_shrunk($0, $1, side) }
                .flat()
        }
    }

    private static func webp(_ picture: borrowing Picture, quality: Int32, effort: Int32) throws -> [UInt8] {
        let functions = picture.vips.functions
        var buffer: UnsafeMutableRawPointer?
        var count = 0
        guard hometask_vips_webp(functions, picture.image, quality, effort, &buffer, &count) == 0, let buffer else {
            throw RPCError(.refused, "no thumbnail could be made of it (\(picture.vips.complaint))")
        }
        defer { hometask_vips_free(functions, buffer) }
        return Array(UnsafeRawBufferPointer(start: buffer, count: count))
    }
}
