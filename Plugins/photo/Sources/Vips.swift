// SPDX-License-Identifier: Apache-2.0

import CVips
import HometaskPlatform
import HometaskPlugin

/// The opened library libvips.
///
/// Never closed: libvips cannot be shut down completely, and a plugin process is short-lived.
struct Vips {
    /// The functions of the library; the pointer stays valid.
    let functions: UnsafeMutablePointer<hometask_vips>

    /// Opens libvips for photos of a type.
    ///
    /// - Throws: `RPCError` (`unavailable`) if it is not installed.
    init(for type: PhotoType) throws {
        // HEIC is read by a module. The search for modules takes as long as a thumbnail, so it is skipped for other
        // types.
        if type != .heic { setenv("VIPSHOME", "/nonexistent", 1) }
        // JPEG decoding is single-threaded anyway, and at an eighth of the size little work remains for other threads.
        guard let functions = hometask_vips_start(type == .jpeg ? 1 : 2) else {
            throw RPCError(
                .unavailable, "libvips is not installed",
                hint: "Install it ('apt-get install libvips42') to have photos checked.")
        }
        self.functions = functions
    }

    /// The last error message of libvips, which is cleared by reading it.
    var complaint: String {
        let text = hometask_vips_error(functions).map { String(cString: $0) } ?? ""
        hometask_vips_clear(functions)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isNewline } }
        guard let line = lines.first else { return "no reason given" }
        // Omit the path of the plugin's copy of the file.
        let words = line.split(separator: " ").filter { !$0.hasPrefix("/") && !$0.hasPrefix("\"/") }
        return String(words.joined(separator: " ").prefix(200))
    }

    /// Takes ownership of a picture that libvips made.
    ///
    /// - Throws: `RPCError` (`refused`) if there is none.
    func picture(_ made: OpaquePointer?) throws -> Picture {
        guard let made else {
            throw RPCError(.refused, "it is damaged, truncated or in a format that libvips cannot read (\(complaint))")
        }
        return Picture(made, in: self)
    }
}

/// A picture in libvips.
struct Picture: ~Copyable {
    let vips: Vips
    let image: OpaquePointer

    init(_ image: OpaquePointer, in vips: Vips) {
        self.vips = vips
        self.image = image
    }

    deinit { hometask_vips_unref(vips.functions, image) }

    /// The width of the picture as libvips opened it, in pixels.
    var width: Int { Int(hometask_vips_width(vips.functions, image)) }

    /// The height of the picture as libvips opened it, in pixels.
    var height: Int { Int(hometask_vips_height(vips.functions, image)) }

    /// Whether the picture has screen colours: red, green and blue, or shades of grey.
    var isOfScreens: Bool { hometask_vips_is_of_screens(vips.functions, image) != 0 }

    /// Returns a field of the header as text; nil if there is none.
    func text(_ name: String) -> String? {
        guard let text = hometask_vips_text(vips.functions, image, name) else {
            hometask_vips_clear(vips.functions)
            return nil
        }
        defer { hometask_vips_free(vips.functions, text) }
        return String(cString: text)
    }

    /// Returns the bytes of a header field; nil if there are none.
    func bytes(_ name: String) -> [UInt8]? {
        var count = 0
        guard let bytes = hometask_vips_blob(vips.functions, image, name, &count) else {
            hometask_vips_clear(vips.functions)
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The names of the fields in the header.
    var fields: [String] {
        guard let names = hometask_vips_fields(vips.functions, image) else { return [] }
        defer { hometask_vips_free_fields(vips.functions, names) }
        var found: [String] = []
        var place = names
        while let name = place.pointee {
            found.append(String(cString: name))
            place += 1
        }
        return found
    }

    /// Returns a picture derived from this one.
    func making(_ make: (UnsafeMutablePointer<hometask_vips>, OpaquePointer) -> OpaquePointer?) throws -> Picture {
        try vips.picture(make(vips.functions, image))
    }

    /// Returns a copy without the given header fields.
    func forgetting(where isForgotten: (String) -> Bool) throws -> Picture {
        // Several pictures may share a header; a copy has its own.
        let copy = try making { hometask_vips_copy($0, $1) }
        for name in copy.fields where isForgotten(name) {
            _ = hometask_vips_remove(vips.functions, copy.image, name)
        }
        return copy
    }

    /// Returns the picture in sRGB without transparency, with eight bits per channel.
    func flat() throws -> Picture {
        let plain = try making { hometask_vips_srgb($0, $1) }
        if hometask_vips_has_alpha(vips.functions, plain.image) == 0 { return plain }
        return try plain.making { hometask_vips_flat($0, $1) }
    }
}
