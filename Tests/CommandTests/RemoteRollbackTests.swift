// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Remotes that lost commits: when a sync reports success, the remote's branch contains the commit.
@Suite("Remotes rolled back or replaced")
struct RemoteRollbackTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub(prepared: [["add", "Take out the bins"]])
        phone = family.device
        try phone.run("add", "Feed the cat").expect()
        try phone.run("sync").expect()
    }

    /// Changes to the hub made outside hometask.
    enum Event: String, CaseIterable, CustomTestStringConvertible {
        case madeAnew, emptied, rolledBack, otherURL, otherURLByGit, otherPushURL

        var testDescription: String { rawValue }
    }

    /// Applies an event to the hub.
    ///
    /// - Returns: the path of the hub that pushes go to afterwards.
    private func happen(_ event: Event) throws -> String {
        let other = family.root.path + "/other.git"
        switch event {
        case .madeAnew:
            try FileManager.default.removeItem(atPath: family.hubPath)
            try git("init", "--quiet", "--bare", family.hubPath)
        case .emptied: try git("--git-dir", family.hubPath, "update-ref", "-d", "refs/heads/main")
        case .rolledBack: try git("--git-dir", family.hubPath, "update-ref", "refs/heads/main", "refs/heads/main~2")
        case .otherURL:
            try git("init", "--quiet", "--bare", other)
            try phone.run("remote", "set", "origin", other).expect()
            return other
        case .otherURLByGit:
            try git("init", "--quiet", "--bare", other)
            try phone.git("remote", "set-url", "origin", other).expect()
            return other
        case .otherPushURL:
            try git("init", "--quiet", "--bare", other)
            try phone.git("config", "remote.origin.pushurl", other).expect()
            return other
        }
        return family.hubPath
    }

    private func git(_ arguments: String...) throws {
        try RunningProgram(
            "git", arguments, environment: phone.environment, folder: family.root.path, input: ""
        ).finish().expect()
    }

    private func tip(of hub: String) throws -> String {
        try phone.git("--git-dir", hub, "rev-parse", "refs/heads/main").stdout
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "Missing commits are sent, whatever the tracking reference says", arguments: Event.allCases, ["sync", "push"])
    func sends(event: Event, command: String) throws {
        let hub = try happen(event)
        try phone.run(command).expect(stdout: event == .otherPushURL ? .anything : "Sent")
        #expect(try tip(of: hub) == phone.head())
        try phone.run(command).expect()
        #expect(try tip(of: hub) == phone.head())
    }

    @Test("A remote that lost commits is reported once", arguments: [Event.madeAnew, .emptied, .rolledBack])
    func isTold(event: Event) throws {
        let hub = try happen(event)
        let report = try phone.run("sync", "--json").object()
        let lost = try #require(report["rolledBack"] as? [[String: Any]])
        #expect(lost.map { $0["remote"] as? String } == ["origin"])
        #expect((lost.first?["lacked"] as? Int ?? 0) > 1)
        #expect(try tip(of: hub) == phone.head())
        try phone.run("sync").expectQuietly(["Up to date", .lacks("lacked")])
    }

    @Test("The report says how many commits were lost, and that they were sent again")
    func words() throws {
        _ = try happen(.rolledBack)
        try phone.run("pull").expectQuietly(["‘origin’ lacked 2 changes", "'hometask push' sends them"])
        _ = try happen(.emptied)
        try phone.run("sync").expectQuietly(["‘origin’ lacked", "Sent"])
    }

    @Test("A changed URL is not reported as lost commits")
    func anotherAddress() throws {
        _ = try happen(.otherURL)
        try phone.run("sync").expectQuietly(["Sent", .lacks("lacked")])
    }
}
