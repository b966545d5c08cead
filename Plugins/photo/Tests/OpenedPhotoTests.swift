// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

@testable import HometaskPlugin
@testable import PluginPhoto

@Suite("Opened photo files", .enabled(if: PythonModule("pillow_heif").isInstalled))
struct OpenedPhotoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func opened(_ name: String, _ type: String = "image/jpeg") throws -> OpenedPhoto {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/make_photos.py"
        let made = try PythonModule("pillow_heif").run([script, folder.path, name])
        try #require(made.status == 0)
        return try OpenedPhoto(PhotoSource(["file": .string("\(folder.path)/\(name)"), "type": .string(type)]))
    }

    @Test(
        "Colours outside of screen colour spaces, and those with a profile, are converted",
        arguments: [("plain.jpg", true), ("grey.jpg", true), ("inks.jpg", false), ("profiled.jpg", false)])
    func colours(name: String, isSRGB: Bool) throws {
        let photo = try opened(name)
        #expect(photo.isSRGB == isSRGB)
        #expect(try Thumbnail(of: photo).bytes().count <= Thumbnail.mostBytes)
    }
}
