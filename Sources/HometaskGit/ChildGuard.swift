// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskProcess

/// A small program that outlives this one and ends a child, with what that has started, where this process is killed.
///
/// `PR_SET_PDEATHSIG` reaches git alone, not the ssh below it, and would not let git remove its lock files. The guard
/// waits for one line that says that all is over; the end of its input without that line says that this process is gone.
struct ChildGuard: ~Copyable {
    private let process: pid_t
    private let input: Int32

    /// Asks politely first, so that git removes its lock files.
    private static let script = """
        read -r over && exit 0
        kill -s TERM -- "$1" || exit 0
        for second in 1 2 3; do sleep 1; kill -s 0 -- "$1" || exit 0; done
        kill -s KILL -- "$1"
        """

    /// Begins to guard; nil where there is no shell to do so.
    ///
    /// - Parameter target: the process, or the number of its group with a minus before it.
    init?(of target: pid_t) {
        guard let pipe = Pipe() else { return nil }
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            pipe.closeRead()
            close(nothing)
        }
        let start = ProgramStart(
            "/bin/sh", ["-c", Self.script, "guard", "\(target)"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], input: pipe.read, output: nothing, errors: nothing)
        guard nothing >= 0, let process = try? start.start() else {
            pipe.closeWrite()
            return nil
        }
        self.process = process
        input = pipe.write
    }

    deinit {
        // It may be gone already, which must not end this process.
        BrokenPipeSignal.blocked { _ = unsafe write(input, "\n", 1) }
        close(input)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
