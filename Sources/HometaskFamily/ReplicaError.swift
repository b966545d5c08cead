// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments

/// The error of a replica operation: its subject, the problem, and the next step.
///
/// The strings may quote documents and remotes and must be escaped before they are printed on a terminal.
public struct ReplicaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error, on which programs can base decisions; more kinds may be added.
    public struct Code: Hashable, Sendable {
        let name: String
        /// The request is invalid, regardless of the family's documents.
        public static let invalidRequest = Code(name: "invalid-request")
        /// The input is not a valid value of a field.
        public static let invalidValue = Code(name: "invalid-value")
        /// A given file does not have the expected content.
        public static let malformedFile = Code(name: "malformed-file")
        /// The thing named does not exist.
        public static let notFound = Code(name: "not-found")
        /// The name matches several things.
        public static let ambiguous = Code(name: "ambiguous")
        /// A thing with that name already exists.
        public static let alreadyExists = Code(name: "already-exists")
        /// There is no family repository here.
        public static let noRepository = Code(name: "no-repository")
        /// The repository is not a family's, or another family's.
        public static let foreignRepository = Code(name: "foreign-repository")
        /// The repository is damaged: an object is missing or unreadable, HEAD points nowhere.
        public static let damaged = Code(name: "damaged")
        /// The data from a remote is damaged or exceeds a limit.
        public static let damagedRemote = Code(name: "damaged-remote")
        /// The repository is in a state in which nothing may be written: a merge by git, a detached HEAD.
        public static let unsettled = Code(name: "unsettled")
        /// A required confirmation was not given.
        public static let unconfirmed = Code(name: "unconfirmed")
        /// A document cannot be read.
        public static let unreadableDocument = Code(name: "unreadable-document")
        /// A later version of the program wrote the document or repository.
        public static let newerFormat = Code(name: "newer-format")
        /// The file system denies write access.
        public static let permission = Code(name: "permission")
        /// The disk is full.
        public static let diskFull = Code(name: "disk-full")
        /// Reading or writing failed for another reason.
        public static let inputOutput = Code(name: "input-output")
        /// A family that was just created or joined is in its folder, but cannot be opened now.
        public static let unopened = Code(name: "unopened")
        /// Another process keeps changing or locking the same thing; a later attempt may succeed.
        public static let busy = Code(name: "busy")
        /// The user ended the command with Ctrl-C.
        public static let interrupted = Code(name: "interrupted")
        /// Another program, or the end of the terminal, ended the command.
        public static let terminated = Code(name: "terminated")
        /// The remote cannot be reached.
        public static let unreachable = Code(name: "unreachable")
        /// The remote refused what was sent.
        public static let rejected = Code(name: "rejected")
        /// The remote's commits remove so many documents that a confirmation is required first.
        public static let heldBack = Code(name: "held-back")
        /// The remote did not accept the user's credentials.
        public static let authentication = Code(name: "authentication")
        /// This device does not know which member it belongs to, or a similar setting is missing.
        public static let notConfigured = Code(name: "not-configured")
        /// The operation is no longer possible because a later change builds on its subject.
        public static let superseded = Code(name: "superseded")
        /// A configured rule forbids the operation.
        public static let forbidden = Code(name: "forbidden")
        /// The operation is reserved for adults, and the member of this device is a child or unknown.
        public static let adultsOnly = Code(name: "adults-only")
        /// A required program is missing or too old.
        public static let missingProgram = Code(name: "missing-program")
    }

    /// The kind of error.
    public let code: Code
    /// The problem, in one sentence: the subject, the expected and the actual content.
    public let message: String
    /// The next step; nil if there is no useful hint.
    public let hint: Hint?
    /// Things that the user may have meant, one per line.
    public let candidates: [String]

    /// Creates an error; `candidates` is empty if there is nothing to choose from.
    public init(_ code: Code, _ message: String, hint: Hint? = nil, candidates: [String] = []) {
        self.code = code
        self.message = message
        self.hint = hint
        self.candidates = candidates
    }

    /// The message, without hint and candidates.
    public var description: String { message }

    /// Creates the error for an unreadable document.
    package static func unreadable(_ path: DocumentPath, because reason: String) -> ReplicaError {
        ReplicaError(
            .unreadableDocument, "\(path.text) cannot be read: \(reason)",
            hint: "The rest of the family's documents are not affected. \(.examine) lists such files.")
    }
}
