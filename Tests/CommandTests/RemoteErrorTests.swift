// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Errors of ssh, git and the remote determine the exit code, and their message is shown.
@Suite("Reasons for a failed exchange")
struct RemoteErrorTests {
    /// The standard error of a failing ssh, and the expected result.
    struct Case: Sendable, CustomTestStringConvertible {
        let said: [String]
        let status: Int32
        /// The expected text of the error.
        let told: TextExpectation
        let hint: TextExpectation?

        init(_ said: String..., status: Int32, told: TextExpectation, hint: TextExpectation? = .anything) {
            (self.said, self.status, self.told, self.hint) = (said, status, told, hint)
        }

        var testDescription: String { said[said.count - 1] }
    }

    private static let frame = String(repeating: "@", count: 59)

    static let cases: [Case] = [
        Case(
            "No ED25519 host key is known for hub.example and you have requested strict checking.",
            "Host key verification failed.", status: 77,
            told: ["is not known on this device", "No ED25519 host key is known"],
            hint: "once with ssh"),
        Case(
            frame, "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @", frame,
            "IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!",
            "Offending ED25519 key in /home/mia/.ssh/known_hosts:4",
            "Host key for hub.example has changed and you have requested strict checking.",
            "Host key verification failed.", status: 77,
            told: ["has changed", "Host key for hub.example has changed", "known_hosts:4"],
            hint: "intercepting"),
        Case(
            "mia@hub.example: Permission denied (publickey).", status: 77,
            told: ["does not accept your credentials", "mia@hub.example: Permission denied (publickey)"],
            hint: "ssh key"),
        Case(
            "ssh: Could not resolve hostname hub.example: Name or service not known", status: 69,
            told: ["cannot be reached", "Could not resolve hostname"]),
        Case(
            "ssh: connect to host hub.example port 22: No route to host", status: 69,
            told: ["cannot be reached", "No route to host"]),
        Case(
            "kex_exchange_identification: Connection closed by remote host",
            "Connection closed by 192.0.2.1 port 22", status: 69, told: ["cannot be reached", "192.0.2.1"]),
        Case(
            "fatal: '/srv/hub.git' does not appear to be a git repository", status: 69,
            told: ["is not there", "does not appear to be a git repository"], hint: "remote set"),
        Case("ERROR: Repository not found.", status: 69, told: ["is not there", "Repository not found"]),
        Case(
            "fatal: detected dubious ownership in repository at '/srv/hub.git'", status: 77,
            told: ["belongs to a user other than the one who serves it", "dubious ownership", "/srv/hub.git"],
            hint: "safe.directory"),
        Case("fatal: write error: No space left on device", status: 74, told: ["the disk is full", "/family/.git"]),
        Case("fatal: fsync error on 'x': Input/output error", status: 74, told: ["the disk failed", "/family/.git"]),
        Case(
            "remote: fatal: write error: No space left on device", "fatal: protocol error: bad pack header", status: 74,
            told: ["the disk of the remote", "is full"]),
        Case(
            "warning: unable to access './info/grafts': Input/output error", "fatal: protocol error: bad pack header",
            status: 74, told: ["the disk failed", "./info/grafts"]),
        Case(
            "fatal: not a git repository: '/family/.git/objects/hometask-incoming-1/git'", status: 74,
            told: ["the disk failed", "hometask-incoming-1"]),
        Case(
            "error: couldn't set 'refs/worktree/0'", " ! [new branch]      main       -> refs/worktree/0", status: 74,
            told: ["the disk failed, here in", "couldn't set", "the disk may be full"]),
        Case(
            "fatal: remote error: upload-pack: not our ref \(String(repeating: "0", count: 40))", status: 65,
            told: ["missing or damaged", "not our ref"], hint: "git fsck"),
        Case(
            "You may come back at nine.", status: 69, told: ["cannot be reached", "You may come back at nine."]),
        // Text that only resembles a reason is ignored.
        Case("error: 403712 bytes of body are still expected", status: 69, told: "403712 bytes"),
        Case("This host's certificate shop is closed", status: 69, told: "certificate shop"),
        Case("remote: error: 401 Permission denied (certificate)", status: 69, told: "remote: error: 401"),
        Case(
            "warning: unable to access '/h/.config/git/attributes': Permission denied", status: 69, told: "warning"),
    ]

    @Test("Each reason has its own exit code, and its message is shown verbatim", arguments: cases)
    func reasons(_ sample: Case) throws {
        let phone = try Family().device
        let said = sample.said.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        let script = phone.home + "/ssh"
        try ProgramFile.write("#!/bin/sh\nprintf '%s\\n' \(said) >&2\nexit 255\n", to: script)
        try phone.run("remote", "add", "origin", "ssh://hub.example/srv/hub.git").expect()
        let device = phone.with(["GIT_SSH_COMMAND": script])
        try device.expectRefusal(
            WrongUse("sync", status: sample.status, message: sample.told, hint: sample.hint))
        // Git's generic advice is left out.
        try device.run("sync").expect(status: sample.status, stderr: .lacks("correct access rights"))
    }

    @Test("A remote's refusal is shown verbatim")
    func refused() throws {
        let phone = try Family().device
        let script = phone.home + "/ssh"
        let text = "ERR this family moved to hub2.example"
        let packet = String(text.utf8.count + 4, radix: 16)
        let padded = String(repeating: "0", count: 4 - packet.count) + packet
        try ProgramFile.write(
            "#!/bin/sh\nprintf '%s' '\(padded)\(text)'\ncat > /dev/null\n", to: script)
        try phone.run("remote", "add", "origin", "ssh://hub.example/srv/hub.git").expect()
        try phone.with(["GIT_SSH_COMMAND": script]).expectRefusal(
            WrongUse("sync", status: 76, message: ["refused", "this family moved to hub2.example"], hint: "its rule"))
    }
}
