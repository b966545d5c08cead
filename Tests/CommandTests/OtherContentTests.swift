// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A family's documents are never pushed into a repository with other content.
@Suite("Remotes with other content")
struct OtherContentTests {
    private let family: Family
    private let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
        try phone.git("init", "--quiet", "--bare", family.hubPath).expect()
        try phone.run("remote", "add", "origin", family.hubPath).expect()
    }

    @discardableResult
    private func hub(_ words: String...) throws -> Outcome {
        let identity = ["-c", "user.name=A person", "-c", "user.email=person@example.org"]
        return try RunningProgram(
            "git", ["--git-dir=\(family.hubPath)"] + identity + words, environment: phone.environment,
            folder: family.root.path, input: ""
        ).finish().expect()
    }

    /// Creates another project's commit in the remote.
    private func otherCommit() throws -> String {
        let tree = try hub("hash-object", "-t", "tree", "-w", "/dev/null").lines[0]
        return try hub("commit-tree", tree, "-m", "A program").lines[0]
    }

    @Test(
        "Nothing is sent to such a remote, whatever the branch name",
        arguments: ["refs/heads/master", "refs/heads/trunk", "refs/heads/a/b", "refs/tags/v1"])
    func other(_ reference: String) throws {
        try hub("update-ref", reference, otherCommit())
        let before = try hub("for-each-ref").stdout
        for command in ["sync", "push"] {
            try phone.run(command).expect(
                status: 76, stdout: .empty, stderr: ["does not hold this family", "hint: ", "remote set"])
        }
        #expect(try hub("for-each-ref").stdout == before)
        #expect(try hub("count-objects").stdout.hasPrefix("2 objects"))
        // Once the family's own branch exists, other references are ignored.
        try phone.git("push", "--quiet", "origin", "HEAD:main").expect()
        try phone.run("add", "One").expect()
        try phone.run("sync").expect(stdout: "Sent 1 change")
    }

    @Test("A sync sends to an empty remote, or to the family's branch under another name")
    func own() throws {
        try phone.run("sync").expect(stdout: "Sent")
        try hub("update-ref", "refs/heads/trunk", "refs/heads/main")
        try hub("update-ref", "-d", "refs/heads/main")
        try phone.run("add", "One").expect()
        try phone.run("sync").expect(stdout: "Sent")
        let references = try hub("for-each-ref", "--format=%(refname) %(objectname)").lines
        #expect(try references == ["refs/heads/trunk \(phone.head())"])
    }

    @Test("At a new URL, another device's branch is reported until it is fetched")
    func unknown() throws {
        try phone.run("sync").expect()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("add", "One").expect()
        try laptop.git("push", "--quiet", "origin", "HEAD:trunk").expect()
        try hub("update-ref", "-d", "refs/heads/main")
        try phone.run("remote", "set", "origin", "file://" + family.hubPath).expect()
        try phone.run("sync").expect(status: 76, stderr: ["‘trunk’", "git fetch origin"])
        try phone.git("fetch", "--quiet", "origin").expect()
        try phone.run("sync").expect()
    }

    /// The phone with a git whose first fetches report that the remote lacks the branch.
    private func phone(missing fetches: Int) throws -> Device {
        let programs = family.root.path + "/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let path = phone.environment["PATH"] ?? "/usr/bin:/bin"
        let script = """
            #!/bin/sh
            case " $* " in *" fetch "*)
                echo >>'\(programs)/fetches'
                if [ $(wc -l <'\(programs)/fetches') -le \(fetches) ]; then
                    echo "fatal: couldn't find remote ref refs/heads/main" >&2
                    exit 128
                fi ;;
            esac
            PATH='\(path)' exec git "$@"

            """
        try ProgramFile.write(script, to: programs + "/git")
        return phone.with(["PATH": programs + ":" + path])
    }

    @Test("Fetching a branch that is listed but not served is retried; if never served, a failing disk is reported")
    func after() throws {
        try phone.run("sync").expect()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("add", "One").expect()
        try laptop.run("sync").expect()
        try phone(missing: 2).run("sync").expect(
            status: 74, stderr: ["the disk of", "lists ‘main’", "\(family.hubPath)"])
        try FileManager.default.removeItem(atPath: family.root.path + "/programs")
        try phone(missing: 1).run("sync").expectQuietly("Received 2 changes")
    }
}
