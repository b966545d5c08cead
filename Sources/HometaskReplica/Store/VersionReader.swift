// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The documents of a version that has a name, so that what was worked out from them can be kept and found again.
public protocol VersionReader: DocumentReader {
    /// The version's name: what has the same name has the same documents, byte for byte.
    var version: String { get }

    /// The places at which another version has other documents than this one, in any order; nil if the other is not
    /// known here, or no longer.
    func paths(changedSince version: String) throws -> [DocumentPath]?
}
