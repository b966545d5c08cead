// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskProcess

/// A small program that outlives this one and ends a child, with what that has started, where this process is killed.
///
/// `PR_SET_PDEATHSIG` reaches git alone, not the ssh below it, and would not let git remove its lock files. The guard
/// is there before the child is, which says itself which it is before it becomes another program: no moment is left in
/// which this process is killed and nobody knows of the child. Then it waits for one line more that says that all is
/// over. The end of its input without that line says that this process is gone.
struct ChildGuard: ~Copyable {
    private let process: pid_t
    private let input: Int32

    /// Where a child tells its number; nil if there is no guard.
    static func announcement(to watch: borrowing ChildGuard?) -> Int32? {
        switch watch {
        case .some(let watch): watch.input
        case .none: nil
        }
    }

    /// Asks politely first, so that git removes its lock files.
    private static let script = """
        read -r child || exit 0
        read -r over && exit 0
        kill -s TERM -- "$child" || exit 0
        for second in 1 2 3; do sleep 1; kill -s 0 -- "$child" || exit 0; done
        kill -s KILL -- "$child"
        """

    /// Starts the guard; nil if there is no shell to do so.
    init?() {
        guard let pipe = Pipe() else { return nil }
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            pipe.closeRead()
            close(nothing)
        }
        let start = ProgramStart(
            "/bin/sh", ["-c", Self.script, "guard"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], input: pipe.read, output: nothing, errors: nothing)
        guard nothing >= 0, let process = try? start.start() else {
            pipe.closeWrite()
            return nil
        }
        self.process = process
        input = pipe.write
    }

    deinit {
        // It may be gone already, which must not end this process. A child that could not be started has said nothing.
        BrokenPipeSignal.blocked { _ = unsafe write(input, "over\n", 5) }
        close(input)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
