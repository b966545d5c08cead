// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica

extension ListRequest {
    /// Returns the list that answers the request: from an index if it can answer, otherwise from all documents.
    public func answer(from index: FamilyIndex?, reading reader: any VersionReader) throws -> TaskList {
        try index?.list(self, reading: reader) ?? TaskList(self, reading: reader)
    }
}
