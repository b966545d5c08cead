// SPDX-License-Identifier: Apache-2.0

import HometaskProcess

/// Finds out whether this machine's bubblewrap works: it may be installed and still be forbidden to make a sandbox.
struct PluginSandbox {
    /// Where bubblewrap is.
    var path = "/usr/bin/bwrap"
    /// Where the answer is kept, by the stamp of the program.
    let note: String
    /// How long the trial may take, in milliseconds; it takes four where nothing is in the way.
    var patience = 5000

    /// The path of bubblewrap, where it works; the first answer is kept.
    ///
    /// - Throws: `PluginHostError` (`unavailable`) where bubblewrap did not come to an end: a sandbox that may well work
    ///   must not be left out because the machine was busy, so nothing runs until that is known.
    func working() throws(PluginHostError) -> String? {
        guard let stamp = FileStamp(path)?.text else { return nil }
        let told = (try? LocalFile.read(note, limit: 1000)).flatMap { $0.map { String(decoding: $0, as: UTF8.self) } }
        if told == "\(stamp) works\n" { return path }
        if told == "\(stamp) fails\n" { return nil }
        let works = try tries()
        try? LocalFile.write(note, Array("\(stamp) \(works ? "works" : "fails")\n".utf8))
        return works ? path : nil
    }

    private func tries() throws(PluginHostError) -> Bool {
        let words = [
            "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib",
            "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--",
            "/usr/bin/true",
        ]
        var run = ProgramRun(path, words, environment: [:])
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
                "it is not known whether a sandbox can be made: \(path) did not end within \(patience) ms",
                hint: "Try again; if it stays like that, see what '\(path) --unshare-all --ro-bind / / true' does.")
        }
        return outcome.isSuccess
    }
}
