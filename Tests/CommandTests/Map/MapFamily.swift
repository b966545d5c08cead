// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A family with places: pins with tasks and notes, some with hostile names, and a task's photo. Created once, for all
/// tests that change nothing.
struct MapFamily {
    private static let made = Result { try MapFamily() }

    /// The family's first device.
    static var phone: Device { get throws { try made.get().family.device } }

    /// The same device, in a home where a plugin provides its position.
    static var tablet: Device {
        get throws {
            let phone = try phone
            let home = phone.home + "/tablet"
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            let tablet = phone.with(["HOME": home])
            try tablet.run("plugin", "config", "position-fixed", "at", "52.0905,5.122").expect()
            return tablet
        }
    }

    /// Whether the family has a photo, which requires libvips.
    static let hasPhoto = SamplePhotos.arePossible

    /// A pin name that would close a script and open another.
    static let hostile = "</script><script>alerted = true</script>"
    /// A title with characters special to JavaScript and HTML.
    static let odd = "It's \"<b>odd</b>\" & `${alerted = true}` <!--<script>"
    /// A line with a line separator, and a character that reverses the text after it.
    static let turned = "before \u{2028}\u{202E}behind"

    private let family: Family

    private init() throws {
        family = try Family()
        let phone = family.device
        for (name, place) in [
            ("Home", "52.0907,5.1214"), ("School", "52.0955,5.1302"), ("Allotment", "52.1135,5.1022"),
            ("Harbour", "-36.8485,174.7633"), (Self.hostile, "52.0899,5.1188"),
        ] {
            try phone.run("pin", "add", "--location", place, "--", name).expect()
        }
        try phone.run("pin", "add", "Nowhere").expect()
        for note in ["The key is with the neighbours", Self.turned] {
            try phone.run("note", "add", note, "--pin", "Home").expect()
        }
        for name in ["House", "Garden"] { try phone.run("category", "add", name).expect() }
        for task in [
            ["Mend the stairs", "--at", "Home", "--for", "Mia", "--category", "House", "--due", "2026-11-27"],
            ["Water the beds", "--at", "Allotment", "--for", "Zoë", "--category", "Garden"],
            ["Bring the costume", "--at", "School", "--for", "Ben"],
            ["--at", "Home", "--for", "Ben", "--", Self.odd],
        ] {
            try phone.run(["add"] + task).expect()
        }
        try phone.run("done", "costume").expect()
        guard Self.hasPhoto else { return }
        let file = try SamplePhotos.make("amsterdam.jpg", on: phone)[0]
        try phone.run("photo", "add", file, "--task", "stairs", "--caption", "Stairs").expect()
    }
}
