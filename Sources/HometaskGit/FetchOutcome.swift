// SPDX-License-Identifier: Apache-2.0

/// What a fetch brought.
public struct FetchOutcome: Hashable, Sendable {
    /// A reference of this repository that the fetch moved.
    public struct Update: Hashable, Sendable {
        /// The full name here.
        public let reference: String
        /// Where it stood; nil if it is new.
        public let old: ObjectID?
        /// Where it stands; nil if the fetch removed it.
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
    /// A reference that was asked for by name, or an object by its id, that the remote does not have; nothing was
    /// fetched then.
    public let missing: String?
    /// An object that the remote has perhaps, and hands out with a reference that leads to it alone, as remotes do that
    /// know no protocol version 2 (git-config(1), `uploadpack.allowAnySHA1InWant`); nothing was fetched then.
    public let unadvertised: String?

    /// An outcome with all its parts, for transports.
    public init(updates: [Update], missing: String?, unadvertised: String? = nil) {
        self.updates = updates
        self.missing = missing
        self.unadvertised = unadvertised
    }
}
