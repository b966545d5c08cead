// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Computes statistics: maps counts by id to the current members and categories.
struct StatisticsSum {
    private let request: StatisticsRequest
    private(set) var openCount = 0
    private(set) var done = DoneTally.zero
    private var members: [Statistics.Subject: Statistics.Group] = [:]
    private var categories: [Statistics.Subject: Statistics.Group] = [:]
    private var days: [Statistics.Subject: DaySet] = [:]

    init(_ request: StatisticsRequest) {
        self.request = request
        let directory = request.directory
        for member in directory.activeMembers where counts(member: .known(member.id)) {
            members[.known(member.id)] = Self.empty(.known(member.id))
        }
        for category in directory.activeCategories where counts(category: .known(category.id)) {
            categories[.known(category.id)] = Self.empty(.known(category.id))
        }
    }

    mutating func add(_ counts: StatisticsCounts) {
        for (key, count) in counts.open { add(count, open: key) }
        for (key, tally) in counts.done {
            let (member, category) = (member(key.member), category(key.category))
            guard self.counts(member: member), self.counts(category: category) else { continue }
            done += tally
            members[member, default: Self.empty(member)].done += tally
            categories[category, default: Self.empty(category)].done += tally
        }
        for (id, set) in counts.days { days[member(id), default: DaySet()].formUnion(set) }
        for subject in members.keys {
            guard case .known = subject else { continue }
            members[subject]?.streak = Streak(days[subject] ?? DaySet(), today: request.today)
        }
    }

    private mutating func add(_ count: Int, open key: StatisticsCounts.OpenKey) {
        let category = category(key.category)
        let people = key.assignees.isEmpty ? [.none] : Set(key.assignees.map { member($0) })
        let counted = people.filter { counts(member: $0) }
        guard counts(category: category), !counted.isEmpty else { return }
        openCount += count
        categories[category, default: Self.empty(category)].openCount += count
        for member in counted { members[member, default: Self.empty(member)].openCount += count }
    }

    // MARK: Subjects

    private static func empty(_ subject: Statistics.Subject) -> Statistics.Group {
        Statistics.Group(subject: subject, openCount: 0, done: .zero, streak: nil)
    }

    private func member(_ id: DocumentID?) -> Statistics.Subject {
        guard let id = id.map({ request.directory.current($0) }) else { return .none }
        return request.directory.members.keys.contains(id) ? .known(id) : .unknown
    }

    private func category(_ id: DocumentID?) -> Statistics.Subject {
        guard let id else { return .none }
        return request.directory.categories.keys.contains(id) ? .known(id) : .unknown
    }

    private func counts(member: Statistics.Subject) -> Bool {
        request.member.map { member == .known(request.directory.current($0)) } ?? true
    }

    private func counts(category: Statistics.Subject) -> Bool {
        request.category.map { category == .known($0) } ?? true
    }

    // MARK: Orders

    /// The tie-break among equal subjects: by name, unnamed subjects last.
    private struct SubjectRank: Comparable {
        let kind: Int
        let name: String
        let id: DocumentID?

        static func < (left: SubjectRank, right: SubjectRank) -> Bool {
            if left.kind != right.kind { return left.kind < right.kind }
            if left.name != right.name { return left.name < right.name }
            guard let first = left.id, let second = right.id else { return false }
            return first < second
        }
    }

    private func place(_ subject: Statistics.Subject, _ name: (DocumentID) -> String?) -> SubjectRank {
        switch subject {
        case .known(let id): SubjectRank(kind: 0, name: name(id)?.lowercased() ?? "", id: id)
        case .unknown: SubjectRank(kind: 1, name: "", id: nil)
        case .none: SubjectRank(kind: 2, name: "", id: nil)
        }
    }

    private func place(ofMember subject: Statistics.Subject) -> SubjectRank {
        place(subject) { request.directory.members[$0]?.name }
    }

    private func place(ofCategory subject: Statistics.Subject) -> SubjectRank {
        place(subject) { request.directory.categories[$0]?.name }
    }

    var sortedMembers: [Statistics.Group] {
        members.values.map { (group: $0, place: place(ofMember: $0.subject)) }.sorted { left, right in
            if left.place.kind != right.place.kind { return left.place.kind < right.place.kind }
            let (first, second) = (left.group.done, right.group.done)
            if first.points != second.points { return first.points > second.points }
            return first.count != second.count ? first.count > second.count : left.place < right.place
        }.map { $0.group }
    }

    var sortedCategories: [Statistics.Group] {
        categories.values.map { (group: $0, place: place(ofCategory: $0.subject)) }.sorted { left, right in
            if left.place.kind != right.place.kind { return left.place.kind < right.place.kind }
            let (first, second) = (left.group.done, right.group.done)
            return first.count != second.count ? first.count > second.count : left.place < right.place
        }.map { $0.group }
    }

    // MARK: Periods

    func periods(_ counts: StatisticsCounts) -> [Statistics.Period] {
        let ranks = Ranks(counts.periods.values.joined().map { $0.key }, in: self)
        let cells = counts.periods.mapValues { self.cells($0, ranks) }.filter { !$0.value.isEmpty }
        return starts(of: cells.keys).map { start in
            let days = request.dividedDays
            let next = request.step.start(1, after: CivilDate(dayNumber: start))
            let last = next == .latest ? days.upperBound : min(next.dayNumber - 1, days.upperBound)
            let found = cells[start] ?? []
            return Statistics.Period(
                first: CivilDate(dayNumber: max(start, days.lowerBound)), last: CivilDate(dayNumber: last),
                cells: found, done: found.reduce(into: .zero) { $0 += $1.done })
        }
    }

    /// The first days of the periods to show. Without a first day, periods before the first with a done task are left
    /// out, but the last period is always included.
    private func starts(of found: some Collection<Int>) -> [Int] {
        let days = request.dividedDays
        let last = request.period(of: days.upperBound)
        let first = request.since == nil ? found.min() ?? last : request.period(of: days.lowerBound)
        var starts: [Int] = []
        var start = first
        while start <= last, starts.count <= Statistics.mostPeriods {
            starts.append(start)
            let next = request.step.start(1, after: CivilDate(dayNumber: start)).dayNumber
            if next <= start { break }
            start = next
        }
        return starts.count > Statistics.mostPeriods ? found.sorted() : starts
    }

    /// The ranks of all subjects of the given keys in the order of cells, computed once.
    private struct Ranks {
        let members: [Statistics.Subject: Int]
        let categories: [Statistics.Subject: Int]

        init(_ keys: [StatisticsCounts.Key], in sum: StatisticsSum) {
            let keys = Set(keys)
            members = Self.ranks(Set(keys.map { sum.member($0.member) }), sum.place(ofMember:))
            categories = Self.ranks(Set(keys.map { sum.category($0.category) }), sum.place(ofCategory:))
        }

        private static func ranks(
            _ subjects: Set<Statistics.Subject>, _ place: (Statistics.Subject) -> SubjectRank
        ) -> [Statistics.Subject: Int] {
            let sorted = subjects.map { (subject: $0, place: place($0)) }.sorted { $0.place < $1.place }
            return Dictionary(keepingFirst: sorted.enumerated().map { ($1.subject, $0) })
        }

        func rank(_ cell: Statistics.Cell) -> (Int, Int) {
            (members[cell.member] ?? .max, categories[cell.category] ?? .max)
        }
    }

    private func cells(_ tallies: [StatisticsCounts.Key: DoneTally], _ ranks: Ranks) -> [Statistics.Cell] {
        struct Pair: Hashable {
            let member, category: Statistics.Subject
        }
        var sums: [Pair: DoneTally] = [:]
        for (key, tally) in tallies {
            let pair = Pair(member: member(key.member), category: category(key.category))
            guard self.counts(member: pair.member), self.counts(category: pair.category) else { continue }
            sums[pair, default: .zero] += tally
        }
        return sums.map { Statistics.Cell(member: $0.key.member, category: $0.key.category, done: $0.value) }
            .map { (cell: $0, rank: ranks.rank($0)) }.sorted { $0.rank < $1.rank }.map { $0.cell }
    }
}
