// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

@Suite("Checking photos", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct PhotoCheckTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    @Test("The details that adding would record are printed, and nothing is added")
    func found() throws {
        let files = try SamplePhotos.make("amsterdam.jpg", on: phone)
        let head = try phone.head()
        try phone.run("photo", "check", files[0]).expectQuietly(["Format", "JPEG, ", "Taken", "Place", "from the file"])
        let checked = try #require(phone.run("photo", "check", "--json", files[0]).expectQuietly().objects().first)
        #expect(try phone.head() == head)
        try phone.run("photo", "list", "--json").expectQuietly(.exactly("[]\n"))
        #expect(checked["file"] as? String == files[0] && checked["type"] as? String == "image/jpeg")
        let thumbnail = try #require((checked["thumbnail"] as? String).flatMap { Data(base64Encoded: $0) })
        #expect(!thumbnail.isEmpty && thumbnail.count <= 6144)
        try phone.run("photo", "add", files[0]).expect()
        let added = try #require(phone.run("photo", "list", "--json").expectQuietly().objects().first)
        for key in ["type", "bytes", "width", "height", "takenAt", "camera"] {
            #expect("\(checked[key] ?? "nothing")" == "\(added[key] ?? "nothing")", "\(key)")
        }
        let places = [checked, added].map { $0["location"] as? [String: Any] ?? [:] }
        for key in ["latitude", "longitude", "accuracy", "source"] {
            #expect("\(places[0][key] ?? "nothing")" == "\(places[1][key] ?? "nothing")", "\(key)")
        }
    }

    @Test("A non-photo, a damaged photo, and one that no plugin examines are refused with fitting exit codes")
    func refused() throws {
        let text = phone.home + "/notes.jpg"
        try Data("no photo".utf8).write(to: URL(fileURLWithPath: text))
        try phone.run("photo", "check", text).expect(
            status: 65, stderr: ["‘\(text)’ is not a photo", "Supported formats", .lacks("attached")])
        let cut = phone.home + "/cut.jpg"
        let whole = try SamplePhotos.make("amsterdam.jpg", on: phone)[0]
        try Data(contentsOf: URL(fileURLWithPath: whole)).prefix(200).write(to: URL(fileURLWithPath: cut))
        try phone.run("photo", "check", whole, cut).expect(status: 65, stdout: "JPEG", stderr: "cannot be read")
        try phone.run("photo", "check", phone.home + "/none.jpg").expect(status: 66)
        try phone.run("plugin", "disable", "photo").expect()
        try phone.run("photo", "check", whole).expect(status: 77, stderr: "plugin enable photo")
    }
}
