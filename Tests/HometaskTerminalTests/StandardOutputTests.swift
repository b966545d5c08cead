// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@testable import HometaskTerminal

@Suite struct StandardOutputTests {
    /// A socket pair rather than a pipe: it can be created close-on-exec, so that no child of another test inherits it.
    private func withPipe(_ body: (_ reading: Int32, _ writing: Int32) throws -> Void) throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { close(ends[1]) }
        try body(ends[0], ends[1])
    }

    @Test("Writing to a closed reader is an error, and the process survives with SIGPIPE unchanged")
    func brokenPipe() throws {
        try PipeSignal.withUnreadEnd { writing in
            let before = PipeSignal.isBlocked
            func writeToNobody() {
                #expect(throws: BrokenPipe()) { try FileDescriptor(number: writing, name: "a pipe").writeText("x") }
            }
            let isRaised = PipeSignal.isRaised { writeToNobody() }
            try #require(!isRaised)
            writeToNobody()
            #expect(PipeSignal.isBlocked == before)
            #expect(!PipeSignal.isPending)
        }
    }

    @Test(
        "A text larger than the pipe is written whole, even if the descriptor is non-blocking",
        arguments: [0, O_NONBLOCK])
    func whole(flags: Int32) throws {
        let text = String(repeating: "日本語 milk\n", count: 40_000)
        try withPipe { reading, writing in
            try #require(fcntl(writing, F_SETFL, flags) == 0)
            let reader = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
            let received = Received()
            let thread = Thread { received.finish(with: reader.readData(ofLength: text.utf8.count)) }
            thread.start()
            try FileDescriptor(number: writing, name: "a pipe").writeText(text)
            #expect(received.wait() == Data(text.utf8))
        }
    }

    @Test("A full disk is an error that names the destination and the reason")
    func fullDisk() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let error = #expect(throws: OutputError.self) {
            try FileDescriptor(number: full, name: "a disk").writeText("x")
        }
        #expect(error?.description == "cannot write to a disk: No space left on device")
    }
}

/// The bytes received by a reading thread. `@unchecked` holds because every access to `data` is under `condition`.
private final class Received: @unchecked Sendable {
    private let condition = NSCondition()
    private var data: Data?

    func finish(with data: Data) {
        condition.withLock {
            self.data = data
            condition.signal()
        }
    }

    func wait() -> Data {
        condition.withLock {
            while true {
                if let data { return data }
                condition.wait()
            }
        }
    }
}
