// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The three standard streams of this process.
public enum StandardStreams {
    /// Puts something in the place of those that were closed when the process was started, so that no file that it opens
    /// gets their numbers: what it prints would be written into that file.
    ///
    /// Reading and writing a closed stream fails afterwards as before. To be called before any file is opened.
    public static func reserve() {
        for (stream, otherDirection) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ]
        where fcntl(stream, F_GETFD) < 0 {
            // The lowest free number is that of the stream, since those below it are open.
            _ = open("/dev/null", otherDirection)
        }
    }
}
