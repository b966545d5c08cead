// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

extension Engine {
    /// Statistics of completed and open tasks, in the form of `hometask stats --json`.
    func statistics(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let now = try request.time("now")
        guard let step = StatisticsStep(rawValue: try request.text("by")) else {
            throw EngineError(.request, "‘by’ should be day, week or month")
        }
        let (since, until) = (try request.optionalDay("since"), try request.optionalDay("until"))
        if let since, let until, since > until {
            throw EngineError(.refused, "the first day, \(since), is after the last one, \(until)")
        }
        let (member, category) = (try request.optionalID("for"), try request.optionalID("category"))
        do throws(ReplicaError) {
            let viewpoint = try Viewpoint(reading: family, member: nil, now: now)
            let today = viewpoint.zone.civil(at: now).date
            var statisticsRequest = StatisticsRequest(
                by: step, directory: viewpoint.directory, zone: viewpoint.zone, today: today,
                weekStart: viewpoint.weekStart)
            (statisticsRequest.since, statisticsRequest.until) = (since, until)
            (statisticsRequest.member, statisticsRequest.category) = (member, category)
            return StatisticsJSON(try Statistics(statisticsRequest, reading: family), statisticsRequest).value
        } catch {
            throw EngineError(error)
        }
    }
}
