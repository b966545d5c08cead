// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Remotes created by `remote create`; a folder with a working tree is refused.
@Suite("Creating a repository to sync with")
struct RemoteCreateTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    @Test("remote create creates and adds a repository; sync sends the family there, and another device joins from it")
    func create() throws {
        let hub = family.root.path + "/stick/berg.git"
        try FileManager.default.createDirectory(
            atPath: family.root.path + "/stick", withIntermediateDirectories: true)
        try phone.run("remote", "create", hub).expectQuietly([
            "Created an empty repository in", .contains(hub), "origin",
        ])
        try phone.run("add", "Milk").expect()
        try phone.run("sync").expectQuietly("Sent")
        let tablet = try Device("tablet", in: family.root)
        try tablet.run("join", hub, tablet.folder, "--as", "Ben").expect()
        try tablet.run("list").expectQuietly("Milk")
        try tablet.git("-C", hub, "config", "core.bare").expect(stdout: "true")
        #expect(try tablet.git("-C", hub, "symbolic-ref", "HEAD").lines == ["refs/heads/main"])
        // A remote added before its repository exists is created in place.
        try phone.run("remote", "add", "stick", family.root.path + "/other.git").expect()
        try phone.run("sync", "stick").expect(status: 69, stderr: "hometask remote create")
        try phone.run("remote", "create", family.root.path + "/other.git", "--name", "stick").expect()
        try phone.run("sync", "stick").expect()
        let made = try phone.run(
            "remote", "create", family.root.path + "/third.git", "--name", "third", "--json"
        ).expectQuietly().object()
        #expect(made["name"] as? String == "third")
    }

    @Test("A failed remote create leaves no repository and no remote")
    func refused() throws {
        let full = family.root.path + "/full"
        try FileManager.default.createDirectory(atPath: full, withIntermediateDirectories: true)
        try "x".write(toFile: full + "/file", atomically: true, encoding: .utf8)
        try phone.expectUnchanged {
            try phone.run("remote", "create", full).expect(status: 73, stdout: .empty, stderr: "hint: ")
            try phone.run("remote", "create", phone.folder + "/hub.git").expect(
                status: 73, stderr: ["lies inside the git repository", .lacks("--nested")])
            try phone.run("remote", "create", phone.folder).expect(status: 73, stderr: "is already a git repository")
            try phone.run("remote", "create", family.root.path + "/stick/hub.git").expect(
                status: 66, stdout: .empty,
                stderr: ["there is no folder \(family.root.path)/stick\n", "hint: ", .lacks("hometask-new")])
            try phone.run("remote", "create", "ssh://example.org/x.git").expect(
                status: 64, stderr: ["on another machine", "git init --bare -b main"])
            try phone.run("remote", "create", family.root.path + "/new.git", "--name", "a b").expect(
                status: 64, stderr: "cannot be the name of a remote")
        }
        #expect(!FileManager.default.fileExists(atPath: family.root.path + "/new.git"))
        try phone.run("remote").expect(stdout: "There are no remotes yet")
        try family.hub()
        try phone.run("remote", "create", family.root.path + "/new.git").expect(
            status: 73, stderr: ["a remote called ‘origin’ already exists", "--name", "remote set origin"])
        #expect(!FileManager.default.fileExists(atPath: family.root.path + "/new.git"))
    }

    @Test("join refuses a folder with a working tree, unless its settings accept pushes")
    func workingFolder() throws {
        let tablet = try Device("tablet", in: family.root)
        try tablet.run("join", phone.folder, tablet.folder, "--as", "Ben").expect(
            status: 76, stdout: .empty,
            stderr: ["has a working tree", "hometask remote create PATH", .lacks("\\n")])
        #expect(!FileManager.default.fileExists(atPath: tablet.folder))
        try phone.git("config", "receive.denyCurrentBranch", "updateInstead").expect()
        try tablet.run("join", phone.folder, tablet.folder, "--as", "Ben").expect()
        try tablet.run("add", "Eggs").expect()
        try tablet.run("sync").expectQuietly("Sent")
        try phone.run("list").expectQuietly("Eggs")
        // A sync reports a working tree too, after the setting is removed or for a folder on another machine.
        try phone.git("config", "--unset", "receive.denyCurrentBranch").expect()
        try tablet.run("add", "Bread").expect()
        let head = try tablet.head()
        try tablet.run("sync").expect(
            status: 76, stderr: ["has a working tree", "remote set origin URL", .lacks("By default")])
        #expect(try tablet.head() == head)
    }

    @Test("A remote's multi-line message is shown as sentences, without escaped newlines")
    func lines() throws {
        try family.hub()
        let hook = family.hubPath + "/hooks/pre-receive"
        try ProgramFile.write(
            "#!/bin/sh\necho 'Pushing is closed,' >&2\necho 'come back on Monday.' >&2\nexit 1\n", to: hook)
        try phone.run("add", "Milk").expect()
        try phone.run("sync").expect(
            status: 76, stderr: ["Pushing is closed,; come back on Monday.", .lacks("\\n"), .lacks("\\u")])
    }
}
