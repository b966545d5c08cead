// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlatform
import HometaskPluginProtocol
import HometaskProcess
import HometaskSystem

/// A running plugin: exchanges lines with the plugin within limits, and ends it reliably.
///
/// Reading and writing share one loop, so a plugin that writes without reading blocks neither side.
final class PluginProcess {
    private let tree: ProcessTree
    private let log: PluginLog
    /// The folder that the plugin may write to; the next property is the time of its next check.
    private let dataFolder: String
    private var nextLook = Deadline.after(milliseconds: 1000)
    private var input: Int32
    private let output: Int32
    private let errors: Int32
    private var isOutputOpen = true
    private var isErrorOpen = true
    private var outgoing: [UInt8] = []
    private var sent = 0
    /// The bytes that were read. Lines before `taken` have been returned, and there is no line feed before `searched`.
    private var incoming: [UInt8] = []
    private var taken = 0
    private var searched = 0
    private var errorBytes = 0
    /// The end of the plugin's standard error.
    private var lastWords: [UInt8] = []
    /// The maximum number of bytes that are read from standard error before the plugin counts as flooding.
    private static let errorLimit = 16 << 20

    /// Starts a plugin, and creates the folder that it may write to.
    ///
    /// - Throws: `PluginFault` (`start`).
    init(_ launch: PluginLaunch, log: PluginLog) throws(PluginFault) {
        self.log = log
        dataFolder = launch.dataFolder
        LocalFile.makeFolder(launch.dataFolder)
        guard let input = Pipe(), let output = Pipe(), let errors = Pipe(), let filter = Pipe() else {
            throw PluginFault(.start, "could not be started: \(SystemError(number: errno))")
        }
        let command = launch.command
        var start = ProgramStart(
            command.program, command.arguments, environment: launch.environment, input: input.read,
            output: output.write, errors: errors.write)
        start.folder = launch.dataFolder
        start.limits = PluginLaunch.processLimits
        start.hasFreshKeyring = launch.isSandboxed
        // The filter fits into the pipe's buffer (pipe(7)), so this does not block.
        let forbidden = launch.filter?.bytes
        filter.feed(forbidden ?? [])
        if forbidden != nil { start.inherited = filter.read }
        defer {
            filter.closeRead()
            input.closeRead()
            output.closeWrite()
            errors.closeWrite()
        }
        do throws(SystemError) {
            // One thread handles a conversation. If that thread ends before it has ended the plugin, this process was
            // killed.
            tree = try ProcessTree(start, endsWhole: launch.isSandboxed)
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
    }

    /// Queues a line for the plugin.
    func send(_ line: [UInt8]) {
        if sent > 0 {
            outgoing.removeFirst(sent)
            sent = 0
        }
        outgoing += line
    }

    /// Returns the next line from the plugin, without its line feed; nil if the plugin has closed its output.
    ///
    /// - Throws: `PluginFault`: `hang` after the time limit, `flood` if the line is too long.
    func line(before deadline: Deadline, patience: Int) throws(PluginFault) -> [UInt8]? {
        while true {
            if isClogged {
                // The plugin must read earlier answers before it may send more requests.
            } else if let line = try takeLine() {
                return line
            } else if !isOutputOpen {
                return nil
            }
            guard !deadline.hasPassed else { throw PluginFault(.hang, "sent nothing for \(patience) ms") }
            try step(timeout: min(deadline.remaining, nextLook.remaining))
            if nextLook.hasPassed {
                if let fault = overfull() { throw fault }
                nextLook = .after(milliseconds: 1000)
            }
        }
    }

    /// Returns the fault of a plugin that exceeds its folder's size limit; nil if the plugin does not exceed it.
    private func overfull() -> PluginFault? {
        let (bytes, files) = (PluginLimits.folderBytes, PluginLimits.folderFiles)
        guard let folder = try? OpenFolder(dataFolder), folder.exceeds(bytes: bytes, files: files) else { return nil }
        return PluginFault(
            .flood,
            "stores more than \(bytes >> 20) MiB or \(files) files in \(dataFolder), or folders more than "
                + "\(OpenFolder.greatestDepth) deep")
    }

    /// Whether so much output is queued that the plugin must read some of it first (back-pressure).
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

    /// Waits once until something can be read or written, and handles it.
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
        lastWords = Array((lastWords + bytes).suffix(4096))
        log.logBytes(bytes)
        guard errorBytes <= Self.errorLimit else {
            throw PluginFault(.flood, "wrote more than \(Self.errorLimit >> 20) MiB to standard error")
        }
    }

    private func feed() {
        let count = BrokenPipeSignal.blocked {
            outgoing.withUnsafeBytes {
                HometaskPlatform.write(input, $0.baseAddress?.advanced(by: sent), outgoing.count - sent)
            }
        }
        if count > 0 {
            sent += count
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            // The plugin no longer reads. The output will show whether the plugin has ended.
            sent = outgoing.count
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = HometaskPlatform.read(descriptor, &chunk, chunk.count)
        if count > 0 { return Array(chunk[..<count]) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }

    /// The last non-blank line of the plugin's standard error.
    var complaint: String? {
        for line in lastWords.split(separator: UInt8(ascii: "\n")).reversed() {
            let text = String(decoding: line, as: UTF8.self)
            if text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return nil
    }

    /// A phrase for how the program ended, after its end.
    var endWords: String {
        guard let status = tree.status else { return "closed its output" }
        let signal = status & 0x7F
        return signal == 0 ? "exited with the code \((status >> 8) & 0xFF)" : "was ended by the signal \(signal)"
    }

    /// Closes the plugin's input and waits for its end. A plugin that does not end in time is killed together with all
    /// its descendants.
    ///
    /// - Returns: the faults while ending: that the plugin had to be killed, or left processes behind.
    func end(patience: Int) -> [PluginFault] {
        closeInput()
        var faults: [PluginFault] = []
        if !waitForEnd(.after(milliseconds: patience)) {
            faults.append(PluginFault(.ignoredTermination, "did not end when asked to, and was killed"))
            _ = HometaskPlatform.kill(-tree.program, SIGTERM)
            _ = waitForEnd(.after(milliseconds: min(patience, 200)))
        }
        if let left = killEverything(patience: min(patience, 100)) { faults.append(left) }
        if let overfull = overfull() { faults.append(overfull) }
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

    /// Waits briefly for the end of a program that has closed its output, so that its exit status can be reported.
    func awaitEnd() {
        _ = waitForEnd(.after(milliseconds: 200))
        // The program's last output may still be in the pipe.
        while isErrorOpen, errorBytes < Self.errorLimit {
            let before = errorBytes
            try? step(timeout: 0)
            if errorBytes == before { break }
        }
    }

    private func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
        sent = outgoing.count
    }

    private func waitForEnd(_ deadline: Deadline) -> Bool {
        while !tree.hasEnded() {
            if deadline.hasPassed { return false }
            if isOutputOpen || isErrorOpen { try? step(timeout: min(2, deadline.remaining)) } else { usleep(500) }
            incoming.removeAll()
            (taken, searched) = (0, 0)
        }
        return true
    }

    /// Kills the plugin and all processes that it has started.
    private func killEverything(patience: Int = 0) -> PluginFault? {
        let wasRunning = tree.status == nil
        // Processes that are ending together with the program get a moment to finish.
        let latest = Deadline.after(milliseconds: patience)
        while !wasRunning, !tree.isOver(), !latest.hasPassed { usleep(500) }
        let left = tree.end()
        guard !wasRunning, left > 0 else { return nil }
        return PluginFault(.leftProcesses, "left processes behind, which were ended")
    }
}
