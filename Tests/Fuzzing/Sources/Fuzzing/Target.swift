// SPDX-License-Identifier: Apache-2.0

/// What an input is given to. An input of several documents has a zero byte between them.
enum Target: String, CaseIterable {
    /// The JSON of documents, read and written.
    case codec
    /// The small readers of what a remote sends: members, times, ids, paths, records, schemas.
    case readers
    /// A query in words, read, printed and looked up.
    case query
    /// A document, read, written and adopted.
    case document
    /// Three documents, joined in different orders.
    case join
    /// Base, ours and theirs, as git hands them to the merge driver.
    case driver
    /// Files of commits that another tool made, each the child of the one before, the last a merge.
    case seal
    /// What several people do to copies of one document: each three bytes are a write.
    case history

    /// The target of this process.
    // The fuzzer runs inputs one after the other on the main thread; nothing else is started.
    nonisolated(unsafe) static var chosen = Target.codec

    func run(_ bytes: [UInt8]) {
        Tally.count("inputs")
        switch self {
        case .codec: CodecLaws.check(bytes)
        case .readers: ReaderLaws.check(bytes)
        case .query: QueryLaws.check(bytes)
        case .document: DocumentLaws.check(bytes)
        case .join: JoinLaws.check(bytes)
        case .driver: DriverLaws.check(bytes)
        case .seal: SealLaws.check(bytes)
        case .history: HistoryLaws.check(bytes)
        }
    }
}
