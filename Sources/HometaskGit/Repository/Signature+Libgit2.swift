// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension Signature {
    /// Converts a signature from libgit2's representation.
    init(_ signature: git_signature) {
        self.init(
            name: unsafe signature.name.map { unsafe String(cString: $0) } ?? "",
            email: unsafe signature.email.map { unsafe String(cString: $0) } ?? "",
            seconds: unsafe signature.when.time, offsetMinutes: unsafe Int(signature.when.offset))
    }

    /// Lends the signature in libgit2's representation to a closure.
    func withLibraryForm<R>(_ body: (UnsafePointer<git_signature>) throws(GitError) -> R) throws(GitError) -> R {
        var names = (name + "\0" + email + "\0").utf8CString
        let offset = name.utf8.count + 1
        let (seconds, minutes) = (seconds, Int32(offsetMinutes))
        return try unsafe names.withUnsafeMutableBufferPointer { buffer throws(GitError) -> R in
            guard let base = buffer.baseAddress else {
                throw GitError(.internal, operation: "sign", detail: "no memory")
            }
            var signature = unsafe git_signature()
            unsafe signature.name = base
            unsafe signature.email = base + offset
            unsafe signature.when.time = seconds
            unsafe signature.when.offset = minutes
            return try unsafe body(&signature)
        }
    }
}
