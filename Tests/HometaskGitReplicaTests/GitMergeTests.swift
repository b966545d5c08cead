// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Merges by git without the merge driver")
struct GitMergeTests: TwoDevicesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try Self.folderWithHub()
    }

    @Test("Scenario 46: “git merge -s ours” drops nothing of theirs; an edit on top of it replaces only what it showed")
    func sOurs() async throws {
        let (one, two, task) = try await twoDevices()
        let other = try await two.add("Bread")
        _ = try await two.write(command: nil) { try $0.writeFields(["title": "Soy milk", "url": "x"], to: task) }
        try folder.git("push", "-q", "origin", "main", in: "two")
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Oat milk"], to: task) }
        try folder.git("fetch", "-q", in: "one")
        try folder.git("merge", "-q", "-s", "ours", "-m", "Mine", "origin/main", in: "one")
        try edit("one", task, replacing: "\"Oat milk\"", with: "\"Rice milk\"")
        try commit("one")
        try await meet(one, two)
        let document = try await document(two, task)
        #expect(Set(document.conflicts.first?.candidates.map(\.value) ?? []) == ["Rice milk", "Soy milk"])
        #expect(document["url"] == "x")
        #expect(try await two.title(other) == "Bread")
    }

    @Test("Scenario 49: a file removed, left out of a merge and restored by a revert undoes nothing")
    func returned() async throws {
        let (one, two, task) = try await twoDevices()
        _ = try await two.write(command: nil) {
            try $0.writeFields(["title": "Soy milk", "tags": ["shop"], "url": "x"], to: task)
        }
        try folder.git("push", "-q", "origin", "main", in: "two")
        try folder.git("rm", "-q", task.text, in: "one")
        try commit("one", "Away")
        try folder.git("fetch", "-q", in: "one")
        try folder.git("merge", "-q", "-s", "ours", "-m", "Mine", "origin/main", in: "one")
        try folder.git("revert", "--no-edit", "HEAD^1", in: "one")
        #expect(try folder.read("one/" + task.text).contains("\"Milk\""))
        try await meet(one, two)
        let document = try await document(two, task)
        #expect(!document.isDeleted)
        #expect(document.conflicts.first?.candidates.map(\.value) == ["Milk", "Soy milk"])
        #expect(document["tags"] == ["home", "shop"])
        #expect(document["url"] == "x")
    }

    @Test("Scenario 47: a merge resolved by hand keeps both sides' values and adds its own")
    func resolved() async throws {
        let (one, two, task) = try await twoDevices()
        try edit("two", task, replacing: "\"Milk\"", with: "\"Soy milk\"")
        try commit("two")
        try folder.git("push", "-q", "origin", "main", in: "two")
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Oat milk", "tags": ["shop"]], to: task) }
        try folder.git("fetch", "-q", in: "one")
        try folder.git("merge", "-q", "origin/main", in: "one", expecting: nil)
        try folder.git("checkout", "--ours", task.text, in: "one", expecting: nil)
        try edit("one", task, replacing: "\"Oat milk\"", with: "\"All milk\"")
        try commit("one", "Merged by hand")
        try await meet(one, two)
        let document = try await document(two, task)
        #expect(document["title"] == "All milk")
        #expect(
            Set(document.conflicts.first?.candidates.map(\.value) ?? []) == ["All milk", "Oat milk", "Soy milk"])
        #expect(document["tags"] == ["shop"])
    }
}
