// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

/// Limits for consecutive commits of other tools: more than people make by hand, and few enough to be processed within
/// seconds. A remote that sends more is refused.
struct ForeignLimits {
    /// The maximum number of consecutive commits.
    static let commits = 50_000
    /// The maximum number of parents of one commit.
    static let parents = 256
    /// The maximum number of document versions in which commits differ from their parents.
    static let versions = 4_000_000
    /// The maximum total size of these versions in bytes.
    static let bytes = 1 << 30

    private var versions = 0
    private var bytes = 0

    /// Counts versions of documents that are about to be examined.
    mutating func count(versions more: Int) throws {
        versions += more
        if versions > Self.versions {
            throw Self.exceeded("change documents more than \(Self.versions) times")
        }
    }

    /// Counts the bytes of a version that was read.
    mutating func count(bytes more: Int) throws {
        bytes += more
        if bytes > Self.bytes { throw Self.exceeded("hold more than \(Self.bytes >> 20) MiB of changed documents") }
    }

    static var tooManyCommits: ReplicaError {
        ReplicaError(
            .damaged, "more than \(commits) commits in a row were made without hometask",
            hint: "'git log' shows them. A merge with '--squash' combines them into one commit.")
    }

    static func tooManyParents(_ commit: Commit) -> ReplicaError {
        ReplicaError(
            .damaged,
            "commit \(commit.id.description.prefix(8)), made without hometask, has \(commit.parents.count) parents; at most "
                + "\(parents) are allowed",
            hint: "'git log' shows it. A merge with '--squash' turns it into a commit with one parent.")
    }

    private static func exceeded(_ what: String) -> ReplicaError {
        ReplicaError(
            .damaged, "the commits in a row that were made without hometask \(what)",
            hint: "'git log --stat' shows them. A merge with '--squash' combines them into one commit.")
    }
}
