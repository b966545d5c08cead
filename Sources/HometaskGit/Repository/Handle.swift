// SPDX-License-Identifier: Apache-2.0

/// An object of the C library, freed exactly once, when its only owner is destroyed.
///
/// Not `Sendable`: an object of the library may move to another thread, since nothing in it belongs to a thread. But
/// two threads must never use it, or anything opened from it, at the same time. A value that is neither copyable nor
/// `Sendable` has exactly these rights: it can be sent to another thread but never shared.
@safe
struct Handle: ~Copyable {
    let pointer: OpaquePointer
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes ownership of an object that nothing else will free.
    @unsafe
    init(_ pointer: OpaquePointer, freeing release: @escaping @convention(c) (OpaquePointer?) -> Void) {
        unsafe self.pointer = unsafe pointer
        unsafe self.release = unsafe release
    }

    deinit { unsafe release(pointer) }
}
