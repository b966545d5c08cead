// SPDX-License-Identifier: Apache-2.0

/// The limits of each git process that receives data from a remote (setrlimit(2)).
///
/// Three hundred bytes can expand to gigabytes. A family's history of hundreds of megabytes stays far below these
/// limits.
public struct ChildLimits: Hashable, Sendable {
    /// The maximum memory in bytes; an object that expands to more is refused.
    public var memory: Int
    /// The maximum size of a file in bytes; each pack is one file.
    public var fileBytes: Int
    /// The maximum processor time in seconds.
    public var seconds: Int

    /// Creates limits; for the defaults use ``usual``.
    public init(memory: Int, fileBytes: Int, seconds: Int) {
        self.memory = memory
        self.fileBytes = fileBytes
        self.seconds = seconds
    }

    /// Returns the command that runs a program under the limits: a shell sets them and then executes the program.
    /// Limits set from outside after the start would miss children that the program starts at once.
    func wrapping(_ executable: String, _ arguments: [String]) -> [String] {
        // Kilobytes, blocks of 512 bytes, seconds (POSIX.1-2024, ulimit). A limit that this process may not set stays
        // as it is.
        let script = """
            { ulimit -c 0; ulimit -d \(memory >> 10); ulimit -f \(fileBytes >> 9)
            ulimit -S -t \(seconds); ulimit -H -t \(seconds + 1); } 2> /dev/null
            exec "$0" "$@"
            """
        return ["/bin/sh", "-c", script, executable] + arguments
    }

    /// The maximum file size for messages, such as `2 GiB`.
    var fileWords: String {
        let (unit, name) = fileBytes < 1 << 30 ? (1 << 20, "MiB") : (1 << 30, "GiB")
        return "\(fileBytes / unit) \(name)"
    }

    /// The default limits: 1 GiB of memory, packs of 2 GiB, five minutes of processor time.
    public static let usual = ChildLimits(memory: 1 << 30, fileBytes: 2 << 30, seconds: 300)
}
