// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// Makes a call to the C library, as its only gateway, and, if the call fails, immediately reads, copies and clears the
/// library's error, before anything else on this thread can replace it.
///
/// - Parameters:
///   - operation: The attempted operation, in words.
///   - subject: The subject of the operation (a path, an object, a reference).
///   - status: The call itself; a negative result is a failure.
/// - Returns: The call's result: zero, or a positive number if the call returns one.
@discardableResult
func call(
    _ operation: String, on subject: @autoclosure () -> String = "", status: @autoclosure () -> Int32
) throws(GitError) -> Int32 {
    errno = 0
    let result = status()
    guard result < 0 else { return result }
    let cause = errno
    throw GitError.takeLastError(status: result, cause: cause, operation: operation, subject: subject())
}

/// Calls a function that creates an object of the library, and takes ownership of the object.
func handle(
    _ operation: String, on subject: @autoclosure () -> String = "",
    freeing release: @escaping @convention(c) (OpaquePointer?) -> Void,
    body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
) throws(GitError) -> Handle {
    var pointer: OpaquePointer?
    try call(operation, on: subject(), status: unsafe body(&pointer))
    guard let pointer = unsafe pointer else {
        throw GitError(.internal, operation: operation, detail: "the library returned nothing")
    }
    return unsafe Handle(pointer, freeing: release)
}
