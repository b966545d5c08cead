// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import HometaskTime

/// A task list that is available to every member.
public enum PhoneList: String, CaseIterable, Sendable {
    /// Tasks due today or overdue, assigned to the member or unassigned.
    case today
    /// The open tasks of the member.
    case mine
    /// The open tasks of everyone.
    case all
    /// The completed tasks, most recently completed first.
    case done

    /// The query, in the command's query syntax.
    var query: String {
        switch self {
        case .today: "due<=today (mine or unassigned)"
        case .mine: "mine"
        case .all: ""
        case .done: "done"
        }
    }

    /// The sort order; nil for the default.
    var order: TaskOrder? { self == .done ? TaskOrder("-done") : nil }

    /// Returns the fields that make an added task appear in the list.
    func fields(from viewpoint: Viewpoint) -> JSONObject {
        switch self {
        case .today: ["due": Due.day(viewpoint.zone.civil(at: viewpoint.now).date).json]
        case .mine: viewpoint.member.map { ["assignees": [.string($0.description)]] } ?? [:]
        case .all, .done: [:]
        }
    }
}
