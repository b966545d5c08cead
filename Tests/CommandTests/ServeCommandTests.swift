// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `hometask serve` execs the program `hometask-serve`, which has its own tests.
@Suite("hometask serve")
struct ServeCommandTests {
    @Test("Without hometask-serve, the error has a hint, and help still works")
    func missing() throws {
        let family = try Family()
        let device = family.device.with(["PATH": "/usr/bin:/bin"])
        try device.run("serve").expect(
            status: 78, stdout: .empty, stderr: ["error: the program hometask-serve is not installed\n", "hint: "])
        try device.run("serve", "invite", "Mia").expect(status: 78)
        try device.run("serve", "--help").expect(stdout: "hometask serve invite MEMBER")
    }

    /// A device with a `hometask-serve` that prints its arguments.
    private func serving(_ device: Device) throws -> Device {
        let programs = device.home + "/bin"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let script = #"""
            #!/bin/sh
            echo "$HOMETASK_DIR"
            for word; do echo "[$word]"; done
            exit 7
            """#
        try ProgramFile.write(script, to: programs + "/hometask-serve")
        return device.with(["PATH": programs + ":/usr/bin:/bin"])
    }

    @Test("A missing default family is an error, unless a family is given or help is requested")
    func missingFamily() throws {
        let device = try serving(Device("phone", in: TemporaryFolder()))
        try device.run("serve").expect(status: 7, stdout: .exactly("\n"))
        try device.run("init", device.folder, "--name", "Berg").expectQuietly("It is your default family")
        try FileManager.default.removeItem(atPath: device.folder)
        try device.run("serve").expect(
            status: 78, stdout: .empty,
            stderr: ["the default family's folder", "is not there", "config set default-family"])
        try device.run("serve", "run", "--help").expect(status: 7, stdout: "[run]\n[--help]\n")
        try device.run("serve", "--family", "/srv/berg").expect(status: 7, stdout: "[--family]\n[/srv/berg]\n")
    }

    @Test("The program receives all arguments verbatim, and the family's folder")
    func words() throws {
        let family = try Family()
        let device = try serving(family.device)
        let run = try device.run("serve", "invite", "--json", "Mia Lu", "--help", "-C")
        run.expect(status: 7, stdout: "[invite]\n[--json]\n[Mia Lu]\n[--help]\n[-C]\n")
        #expect(run.stdout.hasPrefix(family.device.folder))
        // A given family is passed on even if it does not exist; no other family is substituted.
        let other = try device.run("-C", "/nowhere", "serve").expect(status: 7)
        #expect(other.stdout == "/nowhere\n")
        try device.run("serve", "--port", "0").expect(status: 7, stdout: "[--port]\n[0]\n")
        try device.run("serve").expect(status: 7)
    }
}
