// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskPluginProtocol
import HometaskProcess

/// A running plugin: lines to it, lines from it, each within limits, and its end whatever it does.
///
/// Reading and writing share one loop, so that a plugin that writes without reading stops neither side.
final class PluginProcess {
    private let child: Int32
    /// Whether all that it starts ends with it, as in a sandbox that is a process namespace.
    private let endsWhole: Bool
    /// What its environment says, so that what it starts can be told from other processes.
    private let mark: String
    private let log: PluginLog
    private var input: Int32
    private let output: Int32
    private let errors: Int32
    private var isOutputOpen = true
    private var isErrorOpen = true
    private var status: Int32?
    private var outgoing: [UInt8] = []
    private var sent = 0
    /// What was read, of which lines up to `taken` are gone and up to `searched` hold no line feed.
    private var incoming: [UInt8] = []
    private var taken = 0
    private var searched = 0
    private var errorBytes = 0
    /// The most bytes of standard error that are read before the plugin counts as flooding.
    private static let errorLimit = 16 << 20

    /// Starts a plugin.
    init(_ launch: PluginLaunch, log: PluginLog) throws(PluginFault) {
        self.log = log
        LocalFile.makeFolder(launch.dataFolder)
        guard let input = Pipe(), let output = Pipe(), let errors = Pipe() else {
            throw PluginFault(.start, "could not be started: \(SystemError(number: errno))")
        }
        // What the plugin starts and leaves behind becomes a child of this process, and can be ended.
        ProcessTree.adoptOrphans()
        endsWhole = launch.isSandboxed
        mark = String(UInt64.random(in: .min ... .max), radix: 16)
        var environment = launch.environment
        environment[Orphans.variable] = mark
        let command = launch.command
        var start = ProgramStart(
            command.program, command.arguments, environment: environment, input: input.read,
            output: output.write, errors: errors.write)
        start.folder = launch.dataFolder
        // A conversation is led by one thread. Where that ends without having ended the plugin, this process was killed.
        start.endsWithStarter = true
        defer {
            input.closeRead()
            output.closeWrite()
            errors.closeWrite()
        }
        do throws(SystemError) {
            child = try start.start()
        } catch {
            input.closeWrite()
            output.closeRead()
            errors.closeRead()
            throw PluginFault(.start, "could not be started: \(launch.program): \(error)")
        }
        (self.input, self.output, self.errors) = (input.write, output.read, errors.read)
        for descriptor in [input.write, output.read, errors.read] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        ProcessTree.limit(child, fileBytes: 1 << 30)
    }

    /// Puts a line among those that are on their way to the plugin.
    func send(_ line: [UInt8]) {
        if sent > 0 {
            outgoing.removeFirst(sent)
            sent = 0
        }
        outgoing += line
    }

    /// The next line from the plugin, without its line feed; nil where it has closed its end.
    ///
    /// - Throws: `PluginFault`: `hang` where the time is over, `flood` where the line is too long.
    func line(before deadline: Deadline, patience: Int) throws(PluginFault) -> [UInt8]? {
        while true {
            if isClogged {
                // What was asked is read before more is asked.
            } else if let line = try takeLine() {
                return line
            } else if !isOutputOpen {
                return nil
            }
            guard !deadline.hasPassed else { throw PluginFault(.hang, "said nothing for \(patience) ms") }
            try step(timeout: deadline.remaining)
        }
    }

    /// Whether so much waits to be read by the plugin that it must read some first.
    private var isClogged: Bool { outgoing.count - sent > PluginLimits.message.bytes }

    private func takeLine() throws(PluginFault) -> [UInt8]? {
        if let end = incoming[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(incoming[taken..<end])
            taken = end + 1
            searched = taken
            return line
        }
        incoming.removeFirst(taken)
        taken = 0
        searched = incoming.count
        guard incoming.count <= PluginLimits.message.bytes else {
            throw PluginFault(.flood, "wrote a line of more than \(PluginLimits.message.bytes >> 20) MiB")
        }
        return nil
    }

    /// One round: waits until something can be read or written, and does that.
    private func step(timeout: Int32) throws(PluginFault) {
        var waiting = [
            pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isErrorOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: sent < outgoing.count ? input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&waiting, 3, timeout) > 0 else { return }
        if waiting[0].revents != 0 { takeOutput() }
        if waiting[1].revents != 0 { try takeErrors() }
        if waiting[2].revents != 0 { feed() }
    }

    private func takeOutput() {
        guard let bytes = Self.read(output) else {
            isOutputOpen = false
            return
        }
        incoming += bytes
    }

    private func takeErrors() throws(PluginFault) {
        guard let bytes = Self.read(errors) else {
            isErrorOpen = false
            return
        }
        errorBytes += bytes.count
        log.note(bytes)
        guard errorBytes <= Self.errorLimit else {
            throw PluginFault(.flood, "wrote more than \(Self.errorLimit >> 20) MiB to standard error")
        }
    }

    private func feed() {
        let count = BrokenPipeSignal.blocked {
            outgoing.withUnsafeBytes { Glibc.write(input, $0.baseAddress?.advanced(by: sent), outgoing.count - sent) }
        }
        if count > 0 {
            sent += count
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            // It no longer reads. Whether that is its end, its output tells.
            sent = outgoing.count
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count > 0 { return Array(chunk[..<count]) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }

    /// How the program ended, once it has: in words.
    var endWords: String {
        guard let status else { return "closed its output" }
        let signal = status & 0x7F
        return signal == 0 ? "ended with the code \((status >> 8) & 0xFF)" : "was ended by the signal \(signal)"
    }

    /// Closes the plugin's input and waits for its end; what does not end in time is killed, with all it has started.
    ///
    /// - Returns: the faults of its end: that it had to be killed, that it left processes behind.
    func end(patience: Int) -> [PluginFault] {
        closeInput()
        var faults: [PluginFault] = []
        if !waitForEnd(.after(milliseconds: patience)) {
            faults.append(PluginFault(.ignoredTermination, "did not end when it was asked to, and was killed"))
            _ = Glibc.kill(-child, SIGTERM)
            _ = waitForEnd(.after(milliseconds: min(patience, 200)))
        }
        if let left = killEverything(patience: min(patience, 100)) { faults.append(left) }
        close(output)
        close(errors)
        return faults
    }

    /// Ends the plugin at once.
    func kill() {
        closeInput()
        _ = killEverything()
        close(output)
        close(errors)
    }

    /// Waits a moment for the end of a program that has closed its output, so that it can be told how it ended.
    func awaitEnd() {
        _ = waitForEnd(.after(milliseconds: 200))
    }

    private func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
        sent = outgoing.count
    }

    private func waitForEnd(_ deadline: Deadline) -> Bool {
        while status == nil {
            var value: Int32 = 0
            if waitpid(child, &value, WNOHANG) == child {
                status = value
                return true
            }
            if deadline.hasPassed { return false }
            if isOutputOpen || isErrorOpen { try? step(timeout: min(2, deadline.remaining)) } else { usleep(500) }
            incoming.removeAll()
            (taken, searched) = (0, 0)
        }
        return true
    }

    /// Kills the plugin's session and whatever of it has moved to this process, which is the parent of orphans.
    private func killEverything(patience: Int = 0) -> PluginFault? {
        let wasRunning = status == nil
        // What was on its way out when the program ended gets a moment for it.
        let latest = Deadline.after(milliseconds: patience)
        while !wasRunning, !endsWhole, Glibc.kill(-child, 0) == 0, !latest.hasPassed { usleep(1000) }
        let group = Glibc.kill(-child, SIGKILL) == 0
        var value: Int32 = 0
        if status == nil, waitpid(child, &value, 0) == child { status = value }
        let orphans = Orphans.end(markedWith: mark)
        guard !wasRunning, !endsWhole, group || orphans > 0 else { return nil }
        return PluginFault(.leftProcesses, "left processes behind, which were ended")
    }
}
