// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The reason why bytes cannot be read as a document that this program can merge.
public enum DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not JSON within the limits for documents.
    case unreadable(JSONError)
    /// A required member is missing or malformed.
    case malformed(member: String, expected: String)
    /// The document was written by a later version of the program; it is neither merged nor rewritten.
    case newerFormat(Int)
    /// A field has a merge rule that is unknown to this version of the program; treated like a newer format.
    case unsupported(rule: String)

    /// The problem, and what to do about it if known.
    public var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .malformed(let member, let expected): "“\(member)” should be \(expected)"
        case .newerFormat(let format):
            "it has format \(format), and this hometask reads up to \(Document.format): update hometask on this device"
        case .unsupported(let rule):
            "it holds a field that merges as “\(rule)”, which this hometask cannot do: update hometask on this device"
        }
    }
}
