// SPDX-License-Identifier: Apache-2.0

#if arch(wasm32)
// The exported functions of the engine, and the few system functions that the standard library requires. Memory
// allocation and number parsing come from wasi-libc, which `.ci/engine` links.

/// The engine of this instance. This is safe although the compiler cannot check it: each instance has a memory and an
/// engine of its own, and the module is compiled without threads, so one call runs at a time. Only ``answer(_:_:)``
/// uses the engine. It does not call itself, and the host's functions `random` and `log` call nothing here.
private nonisolated(unsafe) let engine = Engine()

/// Allocates memory for a request, which ``answer(_:_:)`` frees.
@_cdecl("hometask_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(count, 1), alignment: 8)
}

/// Answers a request in memory from ``allocate(_:)``, and frees that memory.
///
/// - Returns: the length of the answer in four bytes (little-endian), followed by the answer; free it with
///   ``release(_:)`` after reading.
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

/// Random bytes that seed hash tables, so that documents cannot be crafted to slow them down.
@_cdecl("arc4random_buf")
func arc4randomBuffer(_ bytes: UnsafeMutableRawPointer, _ count: Int) { hostRandom(bytes, count) }

/// Logs the message of a failed precondition, character by character.
@_cdecl("putchar")
func putCharacter(_ character: Int32) -> Int32 {
    hostLog(character)
    return character
}

/// Parses a number; the C locale is the only one.
@_cdecl("_swift_stdlib_strtod_clocale")
func readNumber(
    _ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<CChar>? {
    var end: UnsafePointer<CChar>?
    result.pointee = strtod(text, &end)
    return end
}

// Number parsing uses C streams, none of which is ever opened. Their file operations are stubs, so that the engine
// needs no other imports from its host.

@_cdecl("__stdio_close")
func closeStream(_ stream: UnsafeMutableRawPointer) -> Int32 { 0 }

@_cdecl("__stdio_seek")
func seekStream(_ stream: UnsafeMutableRawPointer, to offset: Int64, from origin: Int32) -> Int64 { -1 }

@_cdecl("__stdio_write")
func writeStream(_ stream: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, count: Int) -> Int { 0 }
#endif
