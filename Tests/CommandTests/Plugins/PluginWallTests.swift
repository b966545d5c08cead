// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@Suite("Plugin isolation", .waits)
struct PluginWallTests {
    private func worker(
        _ body: String, in family: Family, needs: String = #"{"read":["task"]}"#
    ) throws -> PluginFolder {
        try PluginFolder(
            "worker", in: family.root.path, program: PluginFolder.python(body), offers: PluginFolder.command,
            needs: needs)
    }

    /// The device's cached result of whether a sandbox can be made.
    private func note(_ device: Device) -> String { device.home + "/.local/state/hometask/plugins/sandbox" }

    /// Sets the cached result to "fails", as if the kernel's settings now forbade bubblewrap.
    private func forbidSandbox(_ device: Device) throws {
        let text = try String(contentsOfFile: note(device), encoding: .utf8)
        let stamp = try #require(text.split(separator: " ").first)
        try "\(stamp) fails\n".write(toFile: note(device), atomically: true, encoding: .utf8)
    }

    @Test(
        "A plugin enabled with a sandbox needs confirmation once no sandbox is available",
        .enabled(if: SandboxTests.works))
    func sandboxGone() throws {
        let family = try Family()
        let device = family.device
        try device.install(try worker("answer({})", in: family))
        try device.run("work").expect()
        try forbidSandbox(device)
        try device.run("work").expect(
            status: 77,
            stderr: ["‘worker’ was enabled with a sandbox, which is no longer available", "plugin enable worker"])
        try device.run("plugin", "list").expect(stdout: "without its sandbox")
        try device.run("plugin", "logs", "worker").expect(stdout: "is empty")
        // Enabling the plugin checks for a sandbox again.
        try device.run("plugin", "enable", "worker", "--yes").expect()
        try device.run("work").expect()
        #expect(try String(contentsOfFile: note(device), encoding: .utf8).hasSuffix(" works\n"))
    }

    @Test("If a sandbox is required, no plugin runs without one", .enabled(if: SandboxTests.works))
    func required() throws {
        let family = try Family()
        let device = family.device
        try device.run("config", "set", "plugin-sandbox", "required").expect(stdout: "for all your families")
        try device.run("config", "set", "plugin-sandbox", "perhaps").expect(status: 64)
        try device.install(try worker("answer({})", in: family, needs: #"{"programs":true}"#))
        try device.run("work").expect(status: 77, stderr: ["it starts other programs", "plugin-sandbox"])
        try device.run("add", "Bins").expect()
        try device.run("export", "csv").expect(stdout: "Bins")
        try forbidSandbox(device)
        try device.run("export", "csv").expect(status: 77, stdout: .empty, stderr: "no sandbox is available")
        try device.run("config", "set", "plugin-sandbox", "wanted").expect()
        try device.run("export", "csv").expect(stdout: "Bins")
        try device.run("work").expect()
    }

    @Test(
        "Hidden files in a plugin's folder are neither hashed nor visible, except the program's",
        .enabled(if: SandboxTests.works))
    func hiddenFiles() throws {
        let family = try Family()
        let device = family.device
        let plugin = try worker(
            """
            here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0]))))
            def tries(body):
                try: return str(body())
                except OSError as error: return type(error).__name__
            found = {
                "shown": tries(lambda: open(here + "/lib/shown").read()),
                "file": tries(lambda: open(here + "/lib/.hidden").read()),
                "git": tries(lambda: os.listdir(here + "/.git")),
                "build": tries(lambda: os.listdir(here + "/.build/release")),
                "write": tries(lambda: open(here + "/.git/x", "w")),
            }
            send(method="output", params={"text": json.dumps(found)})
            answer({})
            """, in: family)
        for folder in ["lib", ".git", ".build/release", ".build/other"] {
            try FileManager.default.createDirectory(
                atPath: "\(plugin.path)/\(folder)", withIntermediateDirectories: true)
        }
        for name in ["lib/shown", "lib/.hidden", ".git/config", ".build/other/x"] { try plugin.write("text", to: name) }
        try FileManager.default.moveItem(
            atPath: plugin.path + "/plugin.py", toPath: plugin.path + "/.build/release/plugin.py")
        try FileManager.default.createSymbolicLink(
            atPath: plugin.path + "/.build/link", withDestinationPath: "release")
        let manifest = try String(contentsOfFile: plugin.path + "/plugin.json", encoding: .utf8)
        try manifest.replacingOccurrences(of: "plugin.py", with: ".build/release/plugin.py")
            .write(toFile: plugin.path + "/plugin.json", atomically: true, encoding: .utf8)
        // Used in place, because installing copies only the hashed files.
        let found = device.with(["HOMETASK_PLUGIN_PATH": family.root.path])
        try found.run("plugin", "enable", "worker", "--yes").expect()
        let shown = try found.run("work").expect().object() as? [String: String]
        #expect(
            shown == [
                "shown": "text", "file": "PermissionError", "git": "[]", "build": "['plugin.py']", "write": "OSError",
            ])
        try plugin.write("other", to: "lib/.hidden")
        try found.run("work").expect()
        try plugin.write("# other", to: ".build/release/plugin.py")
        try found.run("work").expect(status: 77, stderr: "has changed since it was enabled")
    }

    @Test("A plugin has memory, process, file and disk limits", arguments: [true, false])
    func limits(isSandboxed: Bool) throws {
        guard SandboxTests.works || !isSandboxed else { return }
        let family = try Family()
        let plugin = try worker(
            """
            import resource as r
            def tries(body):
                try: return str(body())
                except Exception as error: return type(error).__name__
            def most(limit): return r.getrlimit(limit)
            def room(path):
                found = os.statvfs(path)
                return found.f_blocks * found.f_frsize >> 20
            send(method="output", params={"text": json.dumps({
                "memory": tries(lambda: len(bytearray(3 << 30))), "files": most(r.RLIMIT_NOFILE)[1],
                "file": most(r.RLIMIT_FSIZE)[1] >> 20, "core": most(r.RLIMIT_CORE)[1],
                "processes": most(r.RLIMIT_NPROC)[1], "tmp": room("/tmp"), "shm": room("/dev/shm"),
                "dev": tries(lambda: open("/dev/x", "w")),
                "namespace": os.system("unshare --user true 2>/dev/null"),
            })})
            answer({})
            """, in: family, needs: #"{"programs":\#(!isSandboxed)}"#)
        try family.device.install(plugin)
        let found = try family.device.run("work").expect().object()
        #expect(found["memory"] as? String == "MemoryError")
        #expect((found["files"] as? Int ?? .max) <= 4096)
        #expect(found["file"] as? Int == 1024)
        #expect(found["core"] as? Int == 0)
        guard isSandboxed else { return }
        #expect(found["processes"] as? Int == 256)
        #expect(found["tmp"] as? Int == 256)
        #expect(found["shm"] as? Int == 64)
        #expect(found["dev"] as? String == "OSError")
        #expect(found["namespace"] as? Int != 0, "no user namespace can be made inside")
    }

    @Test("No plugin answer loses data, leaves a partial change, or leaves a process running")
    func anyAnswer() throws {
        let root = try TemporaryFolder()
        let script =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path + "/Faults/plugins.py"
        // These include deleting a document just added, and processes that escape.
        try RunningProgram(
            "python3", [script, "--runs", "8", "--seed", "1124", "--binary", Program.path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], folder: root.path,
            input: ""
        ).finish().expect(stdout: "8 runs from seed 1124, 0 faults")
    }

    @Test("A plugin that fills its folder is reported by name")
    func fillingFolder() throws {
        let family = try Family()
        let device = family.device
        let body = """
            for number in range(10_001): os.close(os.open(str(number), os.O_CREAT | os.O_WRONLY))
            answer({})
            """
        try device.install(try worker(body, in: family))
        try device.run("work").expect(stderr: ["‘worker’ stores more than 1024 MiB or 10000 files in", "/data"])
    }

    /// Starts an orphaned process with its own session and an empty environment.
    private static let escape = """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for descriptor in range(3): os.close(descriptor)
                os.execve("/usr/bin/sleep", ["sleep", sys.argv[1]], {})
            os._exit(0)
        """

    /// Whether a process `sleep WORD` exists.
    private func isRunning(_ word: String) throws -> Bool {
        let command = Array("sleep\0\(word)\0".utf8)
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { process in
            let file = open("/proc/\(process)/cmdline", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return false }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: command.count + 1)
            return read(file, &bytes, bytes.count) == command.count && bytes.starts(with: command)
        }
    }

    private func escaping(_ body: String, _ word: String, in family: Family) throws -> PluginFolder {
        try PluginFolder(
            "escapes", in: family.root.path, program: PluginFolder.python("\(Self.escape)\n\(body)"), arguments: [word],
            offers: PluginFolder.command, needs: #"{"programs":true}"#)
    }

    @Test("An escaped process with its own session and an empty environment is killed, and its plugin reported")
    func clearedEnvironment() throws {
        let family = try Family()
        let word = "86400.\(UInt32.random(in: 0 ... .max))"
        try family.device.install(try escaping("answer({})", word, in: family))
        try family.device.run("work").expect(stderr: "left processes behind, which were ended")
        #expect(try Waiting.until(within: 120) { try !isRunning(word) })
    }

    @Test("An escaped process is killed with hometask, whatever the signal", arguments: [SIGINT, SIGKILL])
    func endsWithHost(signal: Int32) throws {
        let family = try Family()
        let word = "86400.\(UInt32.random(in: 0 ... .max))"
        try family.device.install(try escaping("import time\ntime.sleep(600)", word, in: family))
        let running = try family.device.start(["work"])
        #expect(try Waiting.until(within: 120) { try isRunning(word) })
        running.signal(signal)
        #expect(try running.finish().status == -signal)
        #expect(try Waiting.until(within: 120) { try !isRunning(word) })
    }
}
