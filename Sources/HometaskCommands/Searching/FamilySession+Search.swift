// SPDX-License-Identifier: Apache-2.0

import HometaskIndex
import HometaskReplica

extension FamilySession {
    /// What answers without reading every document, if this replica has a place for it.
    private var index: FamilyIndex? { replica.derivedFolder.map { FamilyIndex(in: $0) } }

    /// What a search finds: from the index where it can tell, else by a look at every document.
    func search(_ question: SearchQuestion) async throws -> SearchList {
        try await replica.read { [index, zone] reader in
            try index?.search(question, zone: zone, reading: reader) ?? SearchList(question, reading: reader)
        }
    }

    /// A finder of tasks, which asks the index for titles.
    func finder(_ reader: any VersionReader, _ numbers: ListNumbers, isTrash: Bool = false) -> TaskFinder {
        TaskFinder(reading: reader, numbers: numbers, isTrash: isTrash) { words, isTrash in
            try index?.tasks(titled: words, isTrash: isTrash, zone: zone, reading: reader)
        }
    }

    /// The tags, counted.
    func tagCounts() async throws -> TagCounts {
        try await replica.read { [index, zone] reader in
            try index?.tagCounts(zone: zone, reading: reader) ?? TagCounts(reading: reader)
        }
    }
}
