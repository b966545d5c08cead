// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginProtocol
import HometaskProcess
import HometaskSystem

/// The sandbox of this machine: bubblewrap, and the abilities of the installed version.
public struct Sandbox: Hashable, Sendable {
    /// The path of bubblewrap.
    public var path: String
    /// Whether bubblewrap can forbid further user namespaces inside, and limit the size of file systems in memory
    /// (version 0.8).
    public var isStrict: Bool

    /// Creates a sandbox without checking whether it works here.
    public init(path: String, isStrict: Bool) {
        self.path = path
        self.isStrict = isStrict
    }

    /// The arguments for a new root with only the system's programs, in separate namespaces.
    var base: [String] {
        var words = ["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr"]
        if isStrict { words += ["--unshare-user", "--disable-userns"] }
        for name in ["bin", "lib", "lib64", "sbin"] { words += ["--symlink", "usr/\(name)", "/\(name)"] }
        // For root, the kernel's settings below /proc/sys would be writable.
        words += ["--cap-drop", "ALL", "--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
        guard isStrict else { return words + ["--tmpfs", "/tmp"] }
        words += ["--size", "\(PluginLimits.sharedBytes)", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        return words + ["--size", "\(PluginLimits.temporaryBytes)", "--tmpfs", "/tmp"]
    }

    /// The arguments that start a program inside, with a limit on the number of processes. The limit only counts
    /// processes inside, because they are in a separate user namespace.
    func words(starting program: String, _ arguments: [String]) -> [String] {
        let limit = PluginLimits.processes
        // The name of the option differs between shells.
        let script = "ulimit -u \(limit) 2>/dev/null || ulimit -p \(limit) || exit 126; exec \"$0\" \"$@\""
        return ["--", "/usr/bin/sh", "-c", script, program] + arguments
    }
}

/// Checks whether bubblewrap works on this machine: it may be installed without the permission to create a sandbox.
struct PluginSandbox {
    /// The path of bubblewrap; if there is no such file, there is no sandbox.
    var path = "/usr/bin/bwrap"
    /// The file in which the result is stored, with the stamp of the program.
    let note: String
    /// The time limit for the check in milliseconds; the check normally takes four.
    var patience = 5000

    /// The possible results, as the file stores them.
    private enum Finding: String, CaseIterable {
        case strict = "is strict and works"
        case lenient = "is lenient and works"
        case none = "fails"
    }

    /// Returns the sandbox if bubblewrap works; the first result is stored.
    ///
    /// - Parameter isFresh: whether to ignore the stored result and check again.
    /// - Throws: `PluginHostError` (`unavailable`) if bubblewrap did not end in time. A working sandbox must not be
    ///   skipped only because the machine was busy, so nothing runs until the result is known.
    func working(isFresh: Bool = false) throws(PluginHostError) -> Sandbox? {
        guard let stamp = FileStamp(path)?.text else { return nil }
        let told = (try? LocalFile.read(note, limit: 1000)).flatMap { $0.map { String(decoding: $0, as: UTF8.self) } }
        if !isFresh, let known = Finding.allCases.first(where: { told == "\(stamp) \($0.rawValue)\n" }) {
            return sandbox(known)
        }
        let found: Finding = try runs(with: .strict) ? .strict : try runs(with: .lenient) ? .lenient : .none
        try? LocalFile.writeFile(note, Array("\(stamp) \(found.rawValue)\n".utf8))
        return sandbox(found)
    }

    private func sandbox(_ finding: Finding) -> Sandbox? {
        finding == .none ? nil : Sandbox(path: path, isStrict: finding == .strict)
    }

    private func runs(with finding: Finding) throws(PluginHostError) -> Bool {
        let sandbox = Sandbox(path: path, isStrict: finding == .strict)
        var run = ProgramRun(path, sandbox.base + sandbox.words(starting: "/usr/bin/true", []), environment: [:])
        run.patience = patience
        let outcome: ProgramRun.Outcome
        do throws(SystemError) {
            outcome = try run.run([])
        } catch {
            return false
        }
        guard !outcome.isOverdue else {
            throw PluginHostError(
                .unavailable,
                "cannot tell whether a sandbox can be created: \(path) did not end within \(patience) ms",
                hint: "Try again; if this persists, check what '\(path) --unshare-all --ro-bind / / true' does.")
        }
        return outcome.isSuccess
    }
}
