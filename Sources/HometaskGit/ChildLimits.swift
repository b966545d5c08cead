// SPDX-License-Identifier: Apache-2.0

/// The limits of each git process that receives data from a remote (setrlimit(2)).
///
/// Three hundred bytes can expand to gigabytes. A family's history of hundreds of megabytes stays far below these
/// limits.
public struct ChildLimits: Hashable, Sendable {
    /// The maximum memory in bytes; an object that expands to more is refused.
    public var memory: Int
    /// The most bytes of one file, which is one pack.
    public var fileBytes: Int
    /// The most seconds of a processor.
    public var seconds: Int

    /// Creates limits; ``usual`` has the defaults.
    public init(memory: Int, fileBytes: Int, seconds: Int) {
        self.memory = memory
        self.fileBytes = fileBytes
        self.seconds = seconds
    }

    /// The words that run a program under the limits: a shell sets them and becomes the program. Set from outside after
    /// the start, they would come too late for what the program starts at once.
    func wrapping(_ executable: String, _ arguments: [String]) -> [String] {
        // Kilobytes, blocks of 512 bytes, seconds (POSIX.1-2024, ulimit); what this process may not have stays as it is.
        let script = """
            { ulimit -c 0; ulimit -d \(memory >> 10); ulimit -f \(fileBytes >> 9)
            ulimit -S -t \(seconds); ulimit -H -t \(seconds + 1); } 2> /dev/null
            exec "$0" "$@"
            """
        return ["/bin/sh", "-c", script, executable] + arguments
    }

    /// The most bytes of a file in words: `2 GiB`.
    var fileWords: String {
        let (unit, name) = fileBytes < 1 << 30 ? (1 << 20, "MiB") : (1 << 30, "GiB")
        return "\(fileBytes / unit) \(name)"
    }

    /// The default limits: 1 GiB of memory, packs of 2 GiB, five minutes of processor time.
    public static let usual = ChildLimits(memory: 1 << 30, fileBytes: 2 << 30, seconds: 300)
}
