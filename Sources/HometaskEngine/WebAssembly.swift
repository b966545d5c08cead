// SPDX-License-Identifier: Apache-2.0

#if arch(wasm32)
// The way into the engine from outside, and the few functions that the standard library expects of a system. Memory
// and the reading of numbers come from wasi-libc, with which `.ci/engine` links.

/// The engine of this instance. This is safe although the compiler cannot check it: each instance has a memory and an
/// engine of its own, and the module is compiled without threads, so one call runs at a time. Only ``answer(_:_:)`` uses
/// the engine. It does not call itself, and the host's functions `random` and `log` call nothing here.
private nonisolated(unsafe) let engine = Engine()

/// Room for a request, which ``answer(_:_:)`` takes.
@_cdecl("hometask_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(count, 1), alignment: 8)
}

/// Answers a request in memory from ``allocate(_:)``, and takes that back.
///
/// - Returns: the number of bytes of the answer, in four bytes with the lowest first, and then the answer: for
///   ``release(_:)`` once it is read.
@_cdecl("hometask_answer")
public func answer(_ request: UnsafeMutableRawPointer, _ count: Int) -> UnsafeMutableRawPointer {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: request, count: count))
    request.deallocate()
    let answer = engine.answer(bytes)
    let room = allocate(answer.count + 4)
    room.storeBytes(of: UInt32(answer.count).littleEndian, as: UInt32.self)
    answer.withUnsafeBytes {
        (room + 4).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(room), byteCount: $0.count)
    }
    return room
}

/// Frees the memory of an answer.
@_cdecl("hometask_release")
public func release(_ answer: UnsafeMutableRawPointer) { answer.deallocate() }

// MARK: What the standard library expects

@_extern(wasm, module: "hometask", name: "random")
private func hostRandom(_ bytes: UnsafeMutableRawPointer, _ count: Int)

@_extern(wasm, module: "hometask", name: "log")
private func hostLog(_ character: Int32)

@_extern(c, "strtod")
private func strtod(_ text: UnsafePointer<CChar>, _ end: UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Double

/// Random bytes, with which hash tables are seeded, so that no document can make them slow.
@_cdecl("arc4random_buf")
func arc4randomBuffer(_ bytes: UnsafeMutableRawPointer, _ count: Int) { hostRandom(bytes, count) }

/// Where a failed precondition tells of itself.
@_cdecl("putchar")
func putCharacter(_ character: Int32) -> Int32 {
    hostLog(character)
    return character
}

/// Reads a number; the C locale is the only one there is.
@_cdecl("_swift_stdlib_strtod_clocale")
func readNumber(
    _ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<CChar>? {
    var end: UnsafePointer<CChar>?
    result.pointee = strtod(text, &end)
    return end
}

// Reading a number goes by way of C's streams, of which none is ever opened here: their ways to files are closed, so
// that the engine asks its host for nothing else.

@_cdecl("__stdio_close")
func closeStream(_ stream: UnsafeMutableRawPointer) -> Int32 { 0 }

@_cdecl("__stdio_seek")
func seekStream(_ stream: UnsafeMutableRawPointer, to offset: Int64, from origin: Int32) -> Int64 { -1 }

@_cdecl("__stdio_write")
func writeStream(_ stream: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, count: Int) -> Int { 0 }
#endif
