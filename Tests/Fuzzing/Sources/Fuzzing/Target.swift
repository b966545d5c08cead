// SPDX-License-Identifier: Apache-2.0

/// The code under test for an input. Several documents in an input are separated by zero bytes.
enum Target: String, CaseIterable {
    /// The JSON of documents, read and written.
    case codec
    /// The small parsers of remote data: members, times, ids, paths, records, schemas.
    case readers
    /// A query in words, parsed, printed and evaluated.
    case query
    /// A document, read, written and adopted.
    case document
    /// Three documents, joined in different orders.
    case join
    /// Base, ours and theirs, as passed by git to the merge driver.
    case driver
    /// Files of foreign commits, each a child of the previous one, the last a merge.
    case seal
    /// Actions of several people on copies of one document: each three bytes are one action.
    case history

    /// The target of this process.
    // The fuzzer runs inputs one after the other on the main thread; no other thread is started.
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
