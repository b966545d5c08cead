// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import Synchronization
import TestSupport
import Testing

/// Photos that `Plugins/photo/Tests/make_photos.py` makes, which says what each of them is.
enum SamplePhotos {
    private static let python = PythonModule("pillow_heif")

    /// Whether they can be made, and looked into.
    static let arePossible = python.isInstalled && FileManager.default.fileExists(atPath: library)
    static let note: Comment = "Pillow or libvips is not installed: .ci/bootstrap --tests installs both"
    private static let library = "/usr/lib/\(machine)-linux-gnu/libvips.so.42"

    #if arch(x86_64)
    private static let machine = "x86_64"
    #else
    private static let machine = "aarch64"
    #endif

    /// The bytes of the photos that were made in this process, by their names.
    private static let made = Mutex<[String: Data]>([:])

    /// Makes photos in the home folder of a device.
    ///
    /// - Returns: their paths, in their order.
    static func make(_ names: String..., on device: Device) throws -> [String] { try make(names, on: device) }

    static func make(_ names: [String], on device: Device) throws -> [String] {
        let known = made.withLock { $0 }
        let missing = names.filter { known[$0] == nil }
        let new = try missing.isEmpty ? [:] : bytes(of: missing)
        made.withLock { $0.merge(new) { first, _ in first } }
        for name in names {
            let bytes = try #require(known[name] ?? new[name])
            try bytes.write(to: URL(fileURLWithPath: "\(device.home)/\(name)"))
        }
        return names.map { "\(device.home)/\($0)" }
    }

    private static func bytes(of names: [String]) throws -> [String: Data] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Plugins/photo/Tests/make_photos.py")
        let folder = try TemporaryFolder()
        let outcome = try python.run([script.path, folder.path] + names)
        try #require(outcome.status == 0)
        var bytes: [String: Data] = [:]
        for name in names { bytes[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        return bytes
    }

    /// What Pillow sees in a picture: its size, and the colours in the middle of its four quarters, as names of
    /// colours.
    static func look(at path: String) throws -> String { try look(at: [path]).first ?? "" }

    /// What Pillow sees in each of some pictures, in their order.
    static func look(at paths: [String]) throws -> [String] {
        let program = """
            import sys
            from PIL import Image
            import pillow_heif
            pillow_heif.register_heif_opener()
            def name(image, x, y):
                r, g, b = (channel > 127 for channel in image.getpixel((x, y)))
                return {(1,0,0):"red",(0,1,0):"green",(0,0,1):"blue",(1,1,1):"white",(0,0,0):"black"}.get((r,g,b),"other")
            for path in sys.argv[1:]:
                image = Image.open(path).convert("RGB")
                w, h = image.size
                print(w, h, *(name(image, w * x // 4, h * y // 4) for x, y in [(1, 1), (3, 1), (1, 3), (3, 3)]))
            """
        return try python.run(["-c", program] + paths).output.split(separator: "\n").map(String.init)
    }

    /// By how much neighbouring pixels of a part of a picture differ, on the average.
    ///
    /// - Parameter area: left, top, width and height in pixels.
    static func unevenness(of path: String, in area: (Int, Int, Int, Int)) throws -> Double {
        let program = """
            import sys
            from PIL import Image, ImageChops, ImageStat
            left, top, width, height = map(int, sys.argv[2:])
            part = Image.open(sys.argv[1]).convert("L").crop((left, top, left + width, top + height))
            print(ImageStat.Stat(ImageChops.difference(part, ImageChops.offset(part, 1, 0))).mean[0])
            """
        let numbers = [area.0, area.1, area.2, area.3].map { "\($0)" }
        let outcome = try python.run(["-c", program, path] + numbers)
        return try #require(Double(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
