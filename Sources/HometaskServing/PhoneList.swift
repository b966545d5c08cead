// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import HometaskTime

/// A list of tasks that every member has.
public enum PhoneList: String, CaseIterable, Sendable {
    /// What is due today or overdue, of the member or of nobody.
    case today
    /// The open tasks of the member.
    case mine
    /// The open tasks of everyone.
    case all
    /// The tasks that are done, those that were done last first.
    case done

    /// The query, in the words of the command.
    var query: String {
        switch self {
        case .today: "due<=today (mine or unassigned)"
        case .mine: "mine"
        case .all: ""
        case .done: "done"
        }
    }

    /// The order; nil for the usual one.
    var order: TaskOrder? { self == .done ? TaskOrder("-done") : nil }

    /// The fields of a task that is added to the list, so that it is in it.
    func fields(from viewpoint: Viewpoint) -> JSONObject {
        switch self {
        case .today: ["due": Due.day(viewpoint.zone.civil(at: viewpoint.now).date).json]
        case .mine: viewpoint.member.map { ["assignees": [.string($0.description)]] } ?? [:]
        case .all, .done: [:]
        }
    }
}
