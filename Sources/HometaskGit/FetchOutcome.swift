// SPDX-License-Identifier: Apache-2.0

/// The result of a fetch.
public struct FetchOutcome: Hashable, Sendable {
    /// A reference of this repository that the fetch moved.
    public struct Update: Hashable, Sendable {
        /// The full name here.
        public let reference: String
        /// Where it stood; nil if it is new.
        public let old: ObjectID?
        /// The reference's new commit; nil if the fetch removed it.
        public let new: ObjectID?

        /// An update with all its parts.
        public init(reference: String, old: ObjectID?, new: ObjectID?) {
            self.reference = reference
            self.old = old
            self.new = new
        }
    }

    /// The references that moved, in the order of their names.
    public let updates: [Update]
    /// A requested reference or object that the remote does not have; nothing was fetched then.
    public let missing: String?
    /// An object that the remote may have, but sends only with a reference that contains it, like remotes without
    /// protocol version 2 (git-config(1), `uploadpack.allowAnySHA1InWant`); nothing was fetched then.
    public let unadvertised: String?

    /// An outcome with all its parts, for transports.
    public init(updates: [Update], missing: String?, unadvertised: String? = nil) {
        self.updates = updates
        self.missing = missing
        self.unadvertised = unadvertised
    }
}
