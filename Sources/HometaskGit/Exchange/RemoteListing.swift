// SPDX-License-Identifier: Apache-2.0

/// The references of a remote.
public struct RemoteListing: Hashable, Sendable {
    /// One reference of the remote.
    public struct Reference: Hashable, Sendable {
        /// The full name at the remote.
        public let name: String
        /// The object it names: a commit, or a tag.
        public let id: ObjectID

        /// Creates a reference, as a transport lists it.
        public init(name: String, id: ObjectID) {
            self.name = name
            self.id = id
        }
    }

    /// The branch that the remote's HEAD points to, if the remote reported it.
    public let head: String?
    /// All references; none for an empty remote.
    public let references: [Reference]

    /// Creates a listing, as a transport returns it.
    public init(head: String?, references: [Reference]) {
        self.head = head
        self.references = references
    }
}
