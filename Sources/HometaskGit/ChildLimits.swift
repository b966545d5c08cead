// SPDX-License-Identifier: Apache-2.0

/// What each process of git may have that takes in what a remote sends (setrlimit(2)).
///
/// Three hundred bytes may unfold to gigabytes. A family's history of hundreds of megabytes stays far below all of
/// these.
public struct ChildLimits: Hashable, Sendable {
    /// The most bytes of memory of its own; no object that unfolds to more can be taken in.
    public var memory: Int
    /// The most bytes of one file, which is one pack.
    public var fileBytes: Int
    /// The most seconds of a processor.
    public var seconds: Int

    /// Creates limits of your own; ``usual`` has those that hold where nothing else is said.
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

    /// What holds where nothing else is said: 1 GiB of memory, packs of 2 GiB, five minutes of a processor.
    public static let usual = ChildLimits(memory: 1 << 30, fileBytes: 2 << 30, seconds: 300)
}
