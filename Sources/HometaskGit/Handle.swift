// SPDX-License-Identifier: Apache-2.0

/// An object of the C library, freed exactly once: when its only owner goes.
///
/// Not `Sendable`: an object of the library may move to another thread, since nothing in it belongs to a thread, but
/// no two threads may use it, or what was opened from it, at the same time. The language grants just that to a value
/// that cannot be copied and is not `Sendable`: it may be sent away, never shared.
@safe
struct Handle: ~Copyable {
    let pointer: OpaquePointer
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes over an object that nothing else will free.
    @unsafe
    init(_ pointer: OpaquePointer, freeing release: @escaping @convention(c) (OpaquePointer?) -> Void) {
        unsafe self.pointer = unsafe pointer
        unsafe self.release = unsafe release
    }

    deinit { unsafe release(pointer) }
}
