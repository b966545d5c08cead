// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The results of a search and the names shown beside them, all of one version.
struct SearchResults: Sendable {
    let session: FamilySession
    let list: SearchList
    let dependencies: TaskDependencies
    let subjects: SubjectNames
    let photoSubjects: SubjectNames
    let commentSubjects: SubjectNames
    /// The teams, if there are hunts among the results.
    let teams: [TeamRecord]
    let ids: ShortIDs

    init(_ request: SearchRequest, in snapshot: FamilySnapshot) throws {
        let reader = snapshot.reader
        let list = try snapshot.search(request)
        session = snapshot.session
        dependencies = try TaskDependencies(of: list.hits.compactMap(\.document.task), reading: reader)
        subjects = try SubjectNames(of: list.hits.compactMap(\.document.note), reading: reader)
        photoSubjects = try SubjectNames(of: list.hits.compactMap(\.document.photo), reading: reader)
        commentSubjects = try SubjectNames(of: list.hits.compactMap(\.document.comment), reading: reader)
        teams = try list.hits.contains { $0.document.hunt != nil } ? TeamRecord.all(reading: reader) : []
        let kinds = Set(list.hits.map(\.document.kind)).subtracting([.task])
        ids = ShortIDs(try kinds.flatMap { try reader.paths(of: $0, idPrefix: "") }.compactMap(\.id))
        self.list = list
    }
}
