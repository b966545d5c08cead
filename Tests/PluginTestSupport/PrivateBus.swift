// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A D-Bus bus private to one test.
public final class PrivateBus {
    /// The Python interpreter with the libdbus bindings, for services on the bus.
    public static let python: PythonModule = PythonModule("dbus.mainloop.glib, gi.repository.GLib")
    /// Whether a private bus can be started.
    public static let isPossible = Tool("dbus-daemon").isInstalled && python.isInstalled
    /// The reason for skipping a test that needs a bus.
    public static let note = "dbus-daemon, or python3-dbus and python3-gi, are not installed"

    /// The address of the bus, for programs.
    public let address: String
    private let process = Process()
    private let folder: TemporaryFolder

    /// Starts a bus with its own configuration, and waits for its address.
    public init() throws {
        folder = try TemporaryFolder()
        let socket = folder.path + "/bus"
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(socket)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
            <allow own="*"/></policy></busconfig>
            """
        try configuration.write(toFile: folder.path + "/bus.conf", atomically: true, encoding: .utf8)
        let output = Pipe()
        process.executableURL = Tool("dbus-daemon").url
        process.arguments = ["--nofork", "--config-file=\(folder.path)/bus.conf", "--print-address"]
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([0x0A]) {
            line += byte
        }
        address = String(decoding: line, as: UTF8.self)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Starts a service on the bus: a Python program that gets the bus address as its first argument.
    public func serve(_ program: String, _ arguments: [String]) throws -> LocalServer {
        try LocalServer(python: Self.python.program, [program, address] + arguments)
    }
}
