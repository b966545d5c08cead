// SPDX-License-Identifier: Apache-2.0

/// The result of a fetch.
public struct FetchOutcome: Hashable, Sendable {
    /// A reference of this repository that the fetch moved.
    public struct Update: Hashable, Sendable {
        /// The full name in this repository.
        public let reference: String
        /// The commit before the fetch; nil if the reference is new.
        public let old: ObjectID?
        /// The reference's new commit; nil if the fetch removed it.
        public let new: ObjectID?

        /// Creates an update, as a transport reports it.
        public init(reference: String, old: ObjectID?, new: ObjectID?) {
            self.reference = reference
            self.old = old
            self.new = new
        }
    }

    /// The references that moved, sorted by name.
    public let updates: [Update]
    /// A requested reference or object that the remote lacks; nothing was fetched.
    public let missing: String?
    /// An object that the remote may have, but only sends together with a reference that contains it, as remotes
    /// without protocol version 2 do (git-config(1), `uploadpack.allowAnySHA1InWant`); nothing was fetched.
    public let unadvertised: String?

    /// Creates an outcome, for transports.
    public init(updates: [Update], missing: String?, unadvertised: String? = nil) {
        self.updates = updates
        self.missing = missing
        self.unadvertised = unadvertised
    }
}
