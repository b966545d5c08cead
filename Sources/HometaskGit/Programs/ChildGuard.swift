// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// A small program that outlives this process. If this process is killed, it ends a child and the child's descendants.
///
/// `PR_SET_PDEATHSIG` would reach only git, not the ssh below it, and would not let git remove its lock files. The
/// guard is started before the child, and the child writes its process id to the guard before it executes its program.
/// This process therefore cannot be killed at a moment when no guard knows of the child. The guard then waits for one
/// more line, which says that the child is done. If its input ends without that line, this process is gone.
struct ChildGuard: ~Copyable {
    private let process: pid_t
    private let input: Int32

    /// Returns the descriptor to which a child writes its process id; nil if there is no guard.
    static func announcement(to watch: borrowing ChildGuard?) -> Int32? {
        switch watch {
        case .some(let watch): watch.input
        case .none: nil
        }
    }

    /// Sends SIGTERM first, so that git can remove its lock files.
    private static let script = """
        read -r child || exit 0
        read -r over && exit 0
        kill -s TERM -- "$child" || exit 0
        for second in 1 2 3; do sleep 1; kill -s 0 -- "$child" || exit 0; done
        kill -s KILL -- "$child"
        """

    /// Starts the guard; nil if there is no shell to run it.
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
        // The guard may already be gone; the broken pipe must not end this process. A child that failed to start wrote
        // nothing.
        BrokenPipeSignal.blocked { _ = unsafe write(input, "over\n", 5) }
        close(input)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
