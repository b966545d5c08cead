// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@Suite("The plugin sandbox", .waits)
struct SandboxTests {
    /// Whether bubblewrap is installed and can create a sandbox.
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

    /// A listening port on loopback.
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

    @Test("A plugin has only its own files, no network, no environment and no other processes", .enabled(if: works))
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

    @Test("A plugin with the network permission has network access and nothing else", .enabled(if: works))
    func network() throws {
        let found = try probe(in: try Family(), needs: #"{"network":true}"#)
        #expect((found["connect"] as? String)?.hasPrefix("no: ") == false, "\(found)")
        #expect((found["family"] as? String)?.hasPrefix("no: ") == true, "\(found)")
    }

    /// Runs a plugin with these needs that tries forbidden kernel features, and returns the results.
    private func reach(needs: String) throws -> [String: String] {
        let family = try Family()
        let program = PluginFolder.python(
            """
            import ctypes, errno, platform, socket
            libc = ctypes.CDLL(None, use_errno=True)
            def call(numbers, *arguments):
                result = libc.syscall(numbers[platform.machine() == "aarch64"], *arguments)
                return "yes" if result >= 0 else errno.errorcode[ctypes.get_errno()]
            def tries(body):
                try: return "yes" if body() is not False else "no"
                except OSError as error: return errno.errorcode[error.errno]
            def connect(address):
                with socket.socket(socket.AF_UNIX) as one: one.connect(address)
            def sendto(address):
                one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
                one.sendto(b"x", address)
            status = dict(line.split(":", 1) for line in open("/proc/self/status"))
            found = {
                "key": call((249, 218), b"user", b"hometask-test", None, 0),
                "keyring": call((250, 219), 0, -3, 0),
                "uring": call((425, 425), 1, ctypes.create_string_buffer(512)),
                "ptrace": call((101, 117), 0, 0, 0, 0),
                "vsock": tries(lambda: socket.socket(40, socket.SOCK_STREAM)),
                "packet": tries(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
                "alg": tries(lambda: socket.socket(38, socket.SOCK_SEQPACKET)),
                "audit": tries(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 9)),
                "routes": tries(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)),
                "internet": tries(lambda: socket.socket(socket.AF_INET6)),
                "pair": tries(lambda: socket.socketpair()),
                "abstract": tries(lambda: connect("\\0hometask-test")),
                "datagram": tries(lambda: sendto("\\0hometask-test")),
                "sys": tries(lambda: open("/proc/sys/kernel/hostname", "w")),
                "opt": tries(lambda: os.path.exists("/opt")),
                "powers": status["CapEff"].strip(),
            }
            send(method="output", params={"text": json.dumps(found)})
            answer({})
            """)
        try family.device.install(
            PluginFolder("reach", in: family.root.path, program: program, offers: PluginFolder.command, needs: needs))
        return try family.device.run("work").expect().object() as? [String: String] ?? [:]
    }

    /// The results common to all plugins.
    private static let reached = [
        "key": "EPERM", "keyring": "EPERM", "uring": "EPERM", "ptrace": "EPERM", "vsock": "EAFNOSUPPORT",
        "packet": "EAFNOSUPPORT", "alg": "EAFNOSUPPORT", "audit": "EAFNOSUPPORT", "routes": "yes", "internet": "yes",
        "pair": "yes", "sys": "EROFS", "opt": "no", "powers": "0000000000000000",
    ]

    @Test("A plugin has no keyring, no capabilities and no unneeded socket types", .enabled(if: works))
    func kernel() throws {
        let found = try reach(needs: #"{"read":["task"]}"#)
        #expect(found == Self.reached.merging(["abstract": "ECONNREFUSED", "datagram": "ECONNREFUSED"]) { $1 })
        let forbidden = found.filter { !["routes", "internet", "pair"].contains($0.key) }
        print("attacks, the sandbox: \(forbidden.count { $0.value != "yes" }) of \(forbidden.count) held off")
    }

    @Test("The network permission does not include abstract Unix sockets", .enabled(if: works))
    func abstractSockets() throws {
        let name = "\u{0}hometask-test"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(name.utf8)) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) } == 0
        }
        try #require(isBound && listen(listener, 8) == 0)
        let found = try reach(needs: #"{"network":true}"#)
        #expect(found == Self.reached.merging(["abstract": "EAFNOSUPPORT", "datagram": "EAFNOSUPPORT"]) { $1 })
    }

    @Test("Granting the network warns that services on localhost are included")
    func localServices() throws {
        let family = try Family()
        let plugin = try PluginFolder(
            "reach", in: family.root.path, program: PluginFolder.python("answer({})"), offers: PluginFolder.command,
            needs: #"{"network":true}"#)
        try family.device.run("plugin", "install", plugin.path, "--yes").expect(stdout: "(localhost)")
    }

    @Test(
        "A plugin cannot exhaust memory or processes, create a sandbox, or stay in the command's session",
        .enabled(if: works))
    func limits() throws {
        let family = try Family()
        let program = PluginFolder.python(
            """
            import ctypes, resource
            def tries(body):
                try: return str(body())
                except Exception as error: return "no: " + type(error).__name__
            folder = os.path.dirname(os.path.abspath(sys.argv[0]))
            room = os.statvfs("/tmp")
            found = {
                "root": tries(lambda: open("/evil", "w").write("x")),
                "hidden": tries(lambda: open(folder + "/.git/evil", "w").write("x")),
                "secret": tries(lambda: open(folder + "/.git/config").read()),
                "namespace": ctypes.CDLL(None).unshare(0x10000000),
                "processes": resource.getrlimit(resource.RLIMIT_NPROC)[0],
                "room": room.f_blocks * room.f_frsize,
                "session": os.getsid(0),
            }
            send(method="output", params={"text": json.dumps(found)})
            answer({})
            """)
        let plugin = try PluginFolder("limits", in: family.root.path, program: program, offers: PluginFolder.command)
        // Its folder has a .git with a password, as a clone may; an installed plugin has none.
        try FileManager.default.createDirectory(atPath: plugin.path + "/.git", withIntermediateDirectories: true)
        try "secret".write(toFile: plugin.path + "/.git/config", atomically: true, encoding: .utf8)
        let device = family.device.with(["HOMETASK_PLUGIN_PATH": family.root.path])
        try device.run("plugin", "enable", "limits", "--yes").expect()
        let found = try device.run("work").expect().object()
        for name in ["root", "hidden", "secret"] {
            #expect((found[name] as? String)?.hasPrefix("no: ") == true, "\(name): \(found)")
        }
        #expect(found["namespace"] as? Int == -1, "\(found)")
        #expect(found["session"] as? Int != 0, "a session outside of the sandbox has no number inside: \(found)")
        #expect(found["processes"] as? Int == 256, "\(found)")
        #expect((found["room"] as? Int ?? .max) <= 256 << 20, "\(found)")
    }

    @Test("A sandboxed plugin is killed with hometask", .enabled(if: works))
    func endsWithHost() throws {
        let family = try Family()
        let program = PluginFolder.python(
            """
            import fcntl, time
            file = open("running", "w")
            fcntl.flock(file, fcntl.LOCK_EX)
            os.rename("running", "locked")
            time.sleep(600)
            """)
        try family.device.install(
            try PluginFolder("sleeper", in: family.root.path, program: program, offers: PluginFolder.command))
        let running = try family.device.start(["work"])
        let path = family.device.home + "/.local/state/hometask/plugins/sleeper/data/locked"
        #expect(Waiting.until(within: 120) { FileManager.default.fileExists(atPath: path) })
        let file = HeldFile(path)
        #expect(flock(file.descriptor, LOCK_EX | LOCK_NB) != 0)
        running.signal(SIGKILL)
        #expect(try running.finish().status == -SIGKILL)
        #expect(Waiting.until(within: 120) { flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 })
    }

    @Test("A plugin that starts programs runs without a sandbox, which 'plugin show' says", .enabled(if: works))
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
