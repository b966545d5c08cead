// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskReplica

/// Records documents that one device changed on two lines of history, for `status` and `doctor`.
struct ForkLog {
    private static let localName = "forks"
    /// The maximum number of entries; the latest are kept.
    private static let most = 1_000

    let local: LocalFiles

    /// Adds forks to the log.
    func append(_ forks: [ForkedDocument]) throws {
        if forks.isEmpty { return }
        let known = try read().filter { fork in !forks.contains { $0.path == fork.path } }
        let lines = (known + forks).suffix(Self.most).map { fork in
            "\(fork.path.text) \(fork.actors.map(\.text).joined(separator: " "))\n"
        }
        try local.replaceFile(Self.localName, Array(lines.joined().utf8))
    }

    /// Returns the documents that a merge on this device found to be changed on two lines of history.
    func read() throws -> [ForkedDocument] {
        let text = try local.read(Self.localName).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.first.flatMap { DocumentPath(text: String($0)) }.map { path in
                ForkedDocument(path: path, actors: words.dropFirst().compactMap { ActorID($0) })
            }
        }
    }
}
