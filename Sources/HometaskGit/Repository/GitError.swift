// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// Why a git operation failed.
public struct GitError: Error, Hashable, Sendable {
    /// The kind of failure; an open set, so that a newer version can distinguish more.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String
        /// Creates a code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The object, reference, path or repository does not exist.
        public static let notFound = Code(rawValue: "notFound")
        /// The thing to be created exists already.
        public static let exists = Code(rawValue: "exists")
        /// An abbreviated name matches more than one thing.
        public static let ambiguous = Code(rawValue: "ambiguous")
        /// Another process holds the lock.
        public static let locked = Code(rawValue: "locked")
        /// The change contradicts the existing content, such as a file at the path of a folder.
        public static let conflict = Code(rawValue: "conflict")
        /// The value changed during the operation.
        public static let modified = Code(rawValue: "modified")
        /// The input is not valid: a name, a path, an argument.
        public static let invalid = Code(rawValue: "invalid")
        /// The stored data is damaged: a checksum, a header, a missing part.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The object is larger than the caller allows.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The disk or the quota is full.
        public static let noSpace = Code(rawValue: "noSpace")
        /// The operating system denies access.
        public static let permission = Code(rawValue: "permission")
        /// The file system is read-only.
        public static let readOnly = Code(rawValue: "readOnly")
        /// The repository belongs to another user of this machine.
        public static let owner = Code(rawValue: "owner")
        /// The operation needs a working tree, but the repository is bare.
        public static let bareRepository = Code(rawValue: "bareRepository")
        /// The object has a different type than requested.
        public static let wrongType = Code(rawValue: "wrongType")
        /// The repository's references are stored in the format ‘reftable’, which libgit2 cannot read.
        public static let reftable = Code(rawValue: "reftable")
        /// The repository names objects by SHA-256, which libgit2 cannot read.
        public static let sha256 = Code(rawValue: "sha256")
        /// The memory or the number of open files is exhausted.
        public static let exhausted = Code(rawValue: "exhausted")
        /// Any other failure of the operating system.
        public static let system = Code(rawValue: "system")
        /// Any other failure; the detail explains it.
        public static let `internal` = Code(rawValue: "internal")
    }

    /// The kind of failure.
    public let code: Code
    /// The attempted operation and its subject.
    public let operation: String
    /// The cause, described in one line.
    public let detail: String

    /// Creates an error for a check of hometask's own.
    public init(_ code: Code, operation: String, detail: String) {
        self.code = code
        self.operation = operation
        self.detail = RemoteURL.redacting(detail)
    }
}

extension GitError: CustomStringConvertible {
    /// One line: what failed and why.
    public var description: String { "cannot \(operation): \(detail)" }
}

extension GitError {
    /// Returns the error for an operating system failure on a file.
    static func failure(_ what: String, _ path: String, cause: Int32) -> GitError {
        GitError(
            .ofCause(cause) ?? .system, operation: "\(what) \(path)", detail: unsafe String(cString: strerror(cause)))
    }

    /// Takes this thread's error from the library, and clears it.
    static func takeLastError(status: Int32, cause: Int32, operation: String, subject: String) -> GitError {
        var kind = Int32(GIT_ERROR_NONE.rawValue)
        var message = ""
        if let error = unsafe git_error_last() {
            kind = unsafe error.pointee.klass
            if let text = unsafe error.pointee.message { message = unsafe String(cString: text) }
        }
        git_error_clear()
        let code = Code(status: status, kind: kind, message: message, cause: cause)
        let reason = unsafe String(cString: strerror(cause))
        if cause == EIO, !message.contains(reason) { message += (message.isEmpty ? "" : ": ") + reason }
        if message.isEmpty { message = "libgit2 gave the code \(status) and no message" }
        let what = subject.isEmpty ? operation : "\(operation) \(subject)"
        return GitError(code, operation: RemoteURL.redacting(what), detail: message)
    }
}

extension GitError.Code {
    /// Determines the code from libgit2's code first, then from the operating system's cause, then from the area of the
    /// failure.
    init(status: Int32, kind: Int32, message: String, cause: Int32) {
        // A disk that cannot be read makes an object look missing, and a file look damaged.
        if cause == EIO {
            self = .system
            return
        }
        if let code = Self.ofStatus[git_error_code(status).rawValue] {
            self = code
            return
        }
        if let code = Self.ofSystemMessage(message) ?? Self.ofCause(cause) {
            self = code
            return
        }
        switch git_error_t(UInt32(bitPattern: kind)) {
        case GIT_ERROR_NOMEMORY: self = .exhausted
        case GIT_ERROR_OS, GIT_ERROR_FILESYSTEM: self = .system
        case GIT_ERROR_ZLIB, GIT_ERROR_ODB, GIT_ERROR_OBJECT, GIT_ERROR_TREE, GIT_ERROR_INDEXER: self = .corrupt
        case GIT_ERROR_INDEX, GIT_ERROR_REFERENCE: self = message.contains("corrupt") ? .corrupt : .internal
        case GIT_ERROR_INVALID: self = .invalid
        default: self = .internal
        }
    }

    private static let ofStatus: [git_error_code.RawValue: Self] = [
        GIT_ENOTFOUND.rawValue: .notFound, GIT_EEXISTS.rawValue: .exists, GIT_EAMBIGUOUS.rawValue: .ambiguous,
        GIT_EBAREREPO.rawValue: .bareRepository, GIT_EUNBORNBRANCH.rawValue: .notFound,
        GIT_EUNMERGED.rawValue: .conflict, GIT_ENONFASTFORWARD.rawValue: .modified,
        GIT_EINVALIDSPEC.rawValue: .invalid, GIT_ECONFLICT.rawValue: .conflict, GIT_ELOCKED.rawValue: .locked,
        GIT_EMODIFIED.rawValue: .modified, GIT_EPEEL.rawValue: .wrongType, GIT_EINVALID.rawValue: .invalid,
        GIT_EUNCOMMITTED.rawValue: .conflict, GIT_EDIRECTORY.rawValue: .conflict,
        GIT_EMERGECONFLICT.rawValue: .conflict, GIT_EMISMATCH.rawValue: .corrupt, GIT_EEOF.rawValue: .corrupt,
        GIT_EINDEXDIRTY.rawValue: .modified, GIT_EOWNER.rawValue: .owner,
    ]

    /// Determines the code from the system's message, which the library appends to its own; the library's code only
    /// says "error".
    private static func ofSystemMessage(_ message: String) -> Self? {
        let causes = [ENOSPC, EDQUOT, EROFS, EACCES, EPERM, EMFILE, ENFILE, ENOMEM]
        return causes.first { unsafe message.hasSuffix(String(cString: strerror($0))) }.flatMap(ofCause)
    }

    /// Returns the code for an error number of the operating system; nil for those without a code of their own.
    static func ofCause(_ cause: Int32) -> Self? {
        switch cause {
        case ENOSPC, EDQUOT: .noSpace
        case EROFS: .readOnly
        case EACCES, EPERM: .permission
        case EMFILE, ENFILE, ENOMEM: .exhausted
        default: nil
        }
    }
}
