// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The devices of the family")
struct DeviceCommandTests {
    /// Mia's phone and Ben's laptop, synced after both wrote.
    private func pair() throws -> (phone: Device, laptop: Device) {
        let (family, laptop) = try Family.pair(prepared: [["add", "Bins"]])
        try laptop.run("add", "Windows").expect()
        for device in [laptop, family.device] { try device.run("sync").expect() }
        return (family.device, laptop)
    }

    @Test("Devices are listed with their members, and renamed")
    func list() throws {
        let (phone, laptop) = try pair()
        let found = try phone.run("device", "--json").objects()
        #expect(found.map { $0["name"] as? String } == ["laptop", "phone"])
        #expect(found.map { $0["isHere"] as? Bool } == [false, true])
        #expect(found.map { ($0["member"] as? [String: String])?["name"] } == ["Ben", "Mia"])
        #expect(found.allSatisfy { Set($0.keys) == ["forgotten", "id", "isHere", "member", "name"] })
        try phone.run("device").expectQuietly(["laptop  of Ben", "phone   of Mia  this device"])
        try phone.run("device", "rename", "laptop", "Kitchen", "laptop").expectQuietly(
            .exactly("laptop is called Kitchen laptop now.\n"))
        #expect(try phone.diary() == ["Mia named a device 'Kitchen laptop'"])
        for device in [phone, laptop] { try device.run("sync").expect() }
        try laptop.run("device", "list").expectQuietly(["Kitchen laptop  of Ben  this device", "phone"])
        try laptop.expectClean()
    }

    @Test("A forgotten device is not listed until it is restored; its changes keep their author")
    func forget() throws {
        let (phone, laptop) = try pair()
        try phone.run("device", "forget", "laptop").expect(
            stdout: .contains("Forgot laptop. 'hometask device restore' lists it again."),
            stderr: .contains("It can still sync"))
        try phone.run("device").expectQuietly(.lacks("laptop"))
        try phone.run("device", "--all").expectQuietly(["laptop", "forgotten"])
        try phone.run("history", "Windows").expectQuietly("Ben")
        try phone.run("device", "rename", "laptop", "Other").expect(status: 66, stderr: .contains("laptop"))
        try phone.run("trash").expectQuietly("The trash is empty.")
        try phone.run("doctor").expect(stdout: .lacks("laptop"))
        // The device's copy keeps working, and the device stays forgotten.
        try laptop.run("add", "Steps").expect()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        try phone.run("list").expectQuietly("Steps")
        try phone.run("device").expectQuietly(.lacks("laptop"))
        try phone.run("device", "restore", "laptop").expectQuietly("Restored: laptop")
        try phone.run("device").expectQuietly(["laptop", "phone"])
    }

    @Test("This device and unknown devices cannot be forgotten, and undo refuses to undo forgetting")
    func refused() throws {
        let (phone, _) = try pair()
        try phone.expectUnchanged {
            try phone.run("device", "forget", "phone").expect(
                status: 64, stdout: .empty,
                stderr: .all([.contains("the device that you are using"), .contains("hometask leave")]))
            try phone.run("device", "forget", "tablet").expect(
                status: 66, stdout: .empty, stderr: .all([.contains("tablet"), .contains("laptop")]))
            try phone.run("device", "restore", "laptop").expect(status: 66, stdout: .empty)
            try phone.run("device", "rename", "laptop", " ").expect(status: 64, stdout: .empty)
        }
        try phone.run("device", "forget", "laptop").expect()
        try phone.run("undo").expect(status: 75, stderr: .contains("'device forget' (just now) cannot be undone"))
    }

    @Test("Other devices send the reminders of a forgotten device's shared channel, and the channel says so")
    func reminders() throws {
        let (phone, laptop) = try pair()
        try phone.run("remind", "channel", "add", "terminal", "--for", "Mia", "--device", "laptop").expect()
        try phone.run("device", "forget", "laptop").expect()
        try phone.run("remind", "channel").expectQuietly("a device that was forgotten")
        _ = laptop
    }
}
