// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The sandbox of plugins", .waits)
struct SandboxTests {
    /// Whether bubblewrap is here and may make a sandbox.
    static let works: Bool = {
        let words = ["--unshare-all", "--ro-bind", "/", "/", "/usr/bin/true"]
        let run = try? RunningProgram("bwrap", words, environment: ["PATH": "/usr/bin:/bin"], folder: "/", input: "")
        return (try? run?.finish().status) == 0
    }()

    private func probe(in family: Family, needs: String = #"{"read":["task"]}"#) throws -> [String: Any] {
        let program = PluginFolder.python(
            """
            import socket
            def tries(body):
                try: return str(body())
                except Exception as error: return "no: " + type(error).__name__
            home = \(String(reflecting: family.device.home))
            found = {
                "family": tries(lambda: os.listdir(home + "/family")),
                "home": tries(lambda: os.listdir(home)),
                "etc": tries(lambda: open("/etc/passwd").read()),
                "write": tries(lambda: open(home + "/evil", "w").write("x")),
                "own": tries(lambda: open("own", "w").write("x")),
                "itself": tries(lambda: open(os.path.abspath(sys.argv[0]), "a").write("x")),
                "connect": tries(lambda: socket.create_connection(("127.0.0.1", \(Self.port)), 1)),
                "environment": sorted(os.environ),
                "processes": len([p for p in os.listdir("/proc") if p.isdigit()]),
            }
            send(method="output", params={"text": json.dumps(found)})
            answer({})
            """)
        let plugin = try PluginFolder(
            "probe", in: family.root.path, program: program, offers: PluginFolder.command, needs: needs)
        let device = family.device.with(["SECRET": "s3cret"])
        try device.install(plugin)
        return try device.run("work").expect().object()
    }

    /// A port on which somebody listens, on the loopback.
    private static let port: UInt16 = {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, size)
                listen(listener, 8)
                getsockname(listener, address, &size)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
    }()

    @Test("A plugin sees no files but its own, no network, no environment and no other processes", .enabled(if: works))
    func nothing() throws {
        let family = try Family()
        let found = try probe(in: family)
        #expect(!FileManager.default.fileExists(atPath: family.device.home + "/evil"))
        for name in ["family", "etc", "itself", "connect"] {
            #expect((found[name] as? String)?.hasPrefix("no: ") == true, "\(name): \(found)")
        }
        #expect(found["home"] as? String == "['.local']", "the way to its own folder, and nothing else: \(found)")
        #expect(found["own"] as? String == "1")
        #expect((found["processes"] as? Int ?? 99) <= 3)
        let allowed: Set = [
            "HOME", "LANG", "LC_CTYPE", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "TZ",
        ]
        #expect(Set(found["environment"] as? [String] ?? ["?"]).isSubset(of: allowed), "\(found)")
    }

    @Test("A plugin that was granted the network has it, and no more", .enabled(if: works))
    func network() throws {
        let found = try probe(in: try Family(), needs: #"{"network":true}"#)
        #expect((found["connect"] as? String)?.hasPrefix("no: ") == false, "\(found)")
        #expect((found["family"] as? String)?.hasPrefix("no: ") == true, "\(found)")
    }

    @Test("A plugin that starts programs runs outside, and people are told before", .enabled(if: works))
    func programs() throws {
        let family = try Family()
        let found = try probe(in: family, needs: #"{"programs":true}"#)
        #expect((found["family"] as? String)?.hasPrefix("no: ") == false, "\(found)")
        let allowed: Set = [
            "HOME", "LANG", "LC_CTYPE", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "TZ",
        ]
        #expect(Set(found["environment"] as? [String] ?? ["?"]).isSubset(of: allowed), "\(found)")
        try family.device.run("plugin", "show", "probe").expect(stdout: "runs without a sandbox")
    }
}
