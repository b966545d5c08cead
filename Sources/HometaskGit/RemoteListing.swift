// SPDX-License-Identifier: Apache-2.0

/// What a remote has.
public struct RemoteListing: Hashable, Sendable {
    /// One reference of the remote.
    public struct Reference: Hashable, Sendable {
        /// The full name there.
        public let name: String
        /// The object it names: a commit, or a tag.
        public let id: ObjectID

        /// A reference with all its parts.
        public init(name: String, id: ObjectID) {
            self.name = name
            self.id = id
        }
    }

    /// The branch that the remote's HEAD points to, if the remote reported it.
    public let head: String?
    /// All references; none for an empty remote.
    public let references: [Reference]

    /// A listing with all its parts.
    public init(head: String?, references: [Reference]) {
        self.head = head
        self.references = references
    }
}
