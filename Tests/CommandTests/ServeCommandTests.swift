// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `hometask serve` becomes another program; what that does is tested where it is built.
@Suite("hometask serve")
struct ServeCommandTests {
    @Test("Without the program it says where that comes from, and its own help is there all the same")
    func missing() throws {
        let family = try Family()
        let device = family.device.with(["PATH": "/usr/bin:/bin"])
        try device.run("serve").expect(
            status: 78, stdout: .empty, stderr: ["error: the program hometask-serve is not installed\n", "hint: "])
        try device.run("serve", "invite", "Mia").expect(status: 78)
        try device.run("serve", "--help").expect(stdout: "hometask serve invite MEMBER")
    }

    @Test("The program gets every word as it is, and the folder of the family")
    func words() throws {
        let family = try Family()
        let programs = family.device.home + "/bin"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let script = #"""
            #!/bin/sh
            echo "$HOMETASK_DIR"
            for word; do echo "[$word]"; done
            exit 7
            """#
        try ProgramFile.write(script, to: programs + "/hometask-serve")
        let device = family.device.with(["PATH": programs + ":/usr/bin:/bin"])
        let run = try device.run("serve", "invite", "--json", "Mia Lu", "--help", "-C")
        run.expect(status: 7, stdout: "[invite]\n[--json]\n[Mia Lu]\n[--help]\n[-C]\n")
        #expect(run.stdout.hasPrefix(family.device.folder))
        try device.run("serve", "--port", "0").expect(status: 7, stdout: "[--port]\n[0]\n")
        try device.run("serve").expect(status: 7)
    }
}
