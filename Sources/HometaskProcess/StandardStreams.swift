// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The three standard streams of this process.
public enum StandardStreams {
    /// Opens placeholders for the standard streams that were closed at start, so that no other file gets their
    /// descriptor numbers; otherwise, output would be written to that file.
    ///
    /// Reading and writing a closed stream still fails. Must be called before any file is opened.
    public static func reserve() {
        for (stream, otherDirection) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ]
        where fcntl(stream, F_GETFD) < 0 {
            // `open` returns the lowest free number: that of the stream, since those below it are open.
            _ = open("/dev/null", otherDirection)
        }
    }
}
