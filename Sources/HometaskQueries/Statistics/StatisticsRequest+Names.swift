// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension StatisticsRequest {
    /// Returns the name of a member in statistics, in English if the member is unknown or none is named.
    public func name(ofMember subject: Statistics.Subject) -> String {
        switch subject {
        case .known(let id): directory.name(of: id)
        case .unknown: "someone"
        case .none: "no one named"
        }
    }

    /// Returns the name of a category in statistics, in English if the category is unknown or none is named.
    public func name(ofCategory subject: Statistics.Subject) -> String {
        switch subject {
        case .known(let id):
            directory.categories[id].map { $0.isDeleted ? "\($0.name) (deleted)" : $0.name } ?? ""
        case .unknown: "unknown"
        case .none: "no category"
        }
    }
}
