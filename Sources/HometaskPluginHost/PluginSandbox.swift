// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginProtocol
import HometaskProcess

/// The sandbox that this machine can make: bubblewrap, and what the installed version can do.
public struct Sandbox: Hashable, Sendable {
    /// The path of bubblewrap.
    public var path: String
    /// Whether it can forbid further user namespaces inside, and limit what is written to memory (version 0.8).
    public var isStrict: Bool

    /// Creates a sandbox; whether it works here is not tried.
    public init(path: String, isStrict: Bool) {
        self.path = path
        self.isStrict = isStrict
    }

    /// The words for a new root with the system's programs and nothing else, in namespaces of its own.
    var base: [String] {
        var words = ["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr"]
        if isStrict { words += ["--unshare-user", "--disable-userns"] }
        for name in ["bin", "lib", "lib64", "sbin"] { words += ["--symlink", "usr/\(name)", "/\(name)"] }
        words += ["--proc", "/proc", "--dev", "/dev"]
        guard isStrict else { return words + ["--tmpfs", "/tmp"] }
        words += ["--size", "\(PluginLimits.sharedBytes)", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        return words + ["--size", "\(PluginLimits.temporaryBytes)", "--tmpfs", "/tmp"]
    }

    /// The words that start a program inside: with a limit on the number of processes, which holds for those inside
    /// alone since they are in a user namespace of their own.
    func words(starting program: String, _ arguments: [String]) -> [String] {
        let limit = PluginLimits.processes
        // Shells differ in what they call it.
        let script = "ulimit -u \(limit) 2>/dev/null || ulimit -p \(limit) || exit 126; exec \"$0\" \"$@\""
        return ["--", "/usr/bin/sh", "-c", script, program] + arguments
    }
}

/// Determines whether this machine's bubblewrap works: it may be installed and still be forbidden to make a sandbox.
struct PluginSandbox {
    /// The path of bubblewrap; where no file is there, no sandbox can be made.
    var path = "/usr/bin/bwrap"
    /// Where the answer is kept, by the stamp of the program.
    let note: String
    /// How long the trial may take, in milliseconds; it takes four where nothing is in the way.
    var patience = 5000

    /// What the trial may find, as the note says it.
    private enum Finding: String, CaseIterable {
        case strict = "is strict and works"
        case lenient = "is lenient and works"
        case none = "fails"
    }

    /// The sandbox, where bubblewrap works; the first answer is kept.
    ///
    /// - Parameter isFresh: whether it is tried whatever was found before.
    /// - Throws: `PluginHostError` (`unavailable`) where bubblewrap did not come to an end: a sandbox that may well
    ///   work must not be left out because the machine was busy, so nothing runs until that is known.
    func working(isFresh: Bool = false) throws(PluginHostError) -> Sandbox? {
        guard let stamp = FileStamp(path)?.text else { return nil }
        let told = (try? LocalFile.read(note, limit: 1000)).flatMap { $0.map { String(decoding: $0, as: UTF8.self) } }
        if !isFresh, let known = Finding.allCases.first(where: { told == "\(stamp) \($0.rawValue)\n" }) {
            return sandbox(known)
        }
        let found: Finding = try tries(.strict) ? .strict : try tries(.lenient) ? .lenient : .none
        try? LocalFile.write(note, Array("\(stamp) \(found.rawValue)\n".utf8))
        return sandbox(found)
    }

    private func sandbox(_ finding: Finding) -> Sandbox? {
        finding == .none ? nil : Sandbox(path: path, isStrict: finding == .strict)
    }

    private func tries(_ finding: Finding) throws(PluginHostError) -> Bool {
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
