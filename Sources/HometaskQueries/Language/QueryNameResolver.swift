// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Resolves the names of members, categories, pins and saved views in a query.
struct QueryNameResolver {
    let scope: QueryScope
    let faults: QueryFaults

    /// Returns the saved view of `@NAME`; nil if the name refers to a member. A complete name takes precedence over a
    /// prefix, and a member over a view; `assignee:NAME` and `view:NAME` are unambiguous.
    func view(unlessMember value: QuerySyntax.Value) throws(QueryError) -> ViewRecord? {
        let match = NameMatch(value.text)
        let ofMembers = scope.directory.activeMembers.compactMap { match.fit($0.name) }.max()
        let ofViews = scope.views.compactMap { match.fit($0.name) }.max()
        if value.isWord("me") || ofMembers == .whole { return nil }
        let isBeginning = ofMembers == nil && ofViews != nil && !value.text.hasPrefix("#")
        return try isBeginning || ofViews == .whole ? view(value) : nil
    }

    func me(at range: Range<Int>) throws(QueryError) -> Set<DocumentID> {
        if let member = scope.member { return scope.directory.everyID(of: scope.directory.current(member)) }
        let names = scope.directory.activeMembers.map { $0.name }
        throw faults.error(
            "no member is set for this device", range,
            hint: names.isEmpty
                ? "Add yourself with \(.addSelf)."
                : "Use \(.chooseMember), with one of: \(names.joined(separator: ", ")).",
            code: .notConfigured)
    }

    /// Returns the ids of the member, category or pin that a value names; for a member, also those of members merged
    /// into that member.
    ///
    /// - Parameter views: the names of saved views, if one of them may have been meant instead.
    func ids(
        _ value: QuerySyntax.Value, of kind: QueryName, orViews views: [String] = []
    ) throws(QueryError) -> Set<DocumentID> {
        if kind == .member, value.isWord("me") { return try me(at: value.range) }
        let found: DocumentID
        do throws(QueryError) {
            found = try id(value, of: kind, orViews: views)
        } catch {
            // Tasks may still name a member who has left. A deleted category may still have tasks, or may have been
            // given some by a device that had not yet received the deletion.
            guard error.code == .notFound, let gone = try? id(value, of: kind, isGone: true) else { throw error }
            found = gone
        }
        return kind == .member ? scope.directory.everyID(of: found) : [found]
    }

    /// Returns the ids and names of the members, categories, pins or saved views that are in use, or else those that
    /// are gone.
    private func things(_ kind: QueryName, isGone: Bool = false) -> [(DocumentID, String)] {
        let directory = scope.directory
        switch kind {
        case .member:
            let gone = directory.members.values.filter { $0.isRemoved && $0.mergedInto == nil }
            return (isGone ? gone : directory.activeMembers).map { ($0.id, $0.name) }
        case .category:
            let gone = directory.categories.values.filter { $0.isDeleted }
            return (isGone ? gone : directory.activeCategories).map { ($0.id, $0.name) }
        case .pin: return isGone ? [] : scope.pins.map { ($0.id, $0.name) }
        case .view: return isGone ? [] : scope.views.map { ($0.id, $0.name) }
        case .tag: return []
        }
    }

    func view(_ value: QuerySyntax.Value) throws(QueryError) -> ViewRecord {
        let id = try id(value, of: .view)
        guard let view = scope.views.first(where: { $0.id == id }) else {
            throw faults.error("there is no saved view ‘\(value.text)’", value.range, code: .notFound)
        }
        return view
    }

    func pin(_ value: QuerySyntax.Value) throws(QueryError) -> PinRecord {
        let id = try id(value, of: .pin)
        guard let pin = scope.pins.first(where: { $0.id == id }) else {
            throw faults.error("there is no pin ‘\(value.text)’", value.range, code: .notFound)
        }
        return pin
    }

    /// Returns the id of the thing that a value names.
    ///
    /// - Parameters:
    ///   - isGone: whether to look only among the things that are gone.
    ///   - views: the names of saved views, if one of them may have been meant instead.
    private func id(
        _ value: QuerySyntax.Value, of kind: QueryName, isGone: Bool = false, orViews views: [String] = []
    ) throws(QueryError) -> DocumentID {
        let noun = kind.rawValue
        let things = things(kind, isGone: isGone)
        let text = value.text.hasPrefix("@") && kind == .member ? String(value.text.dropFirst()) : value.text
        guard let reference = Reference(text) else { throw faults.error("this names no \(noun)", value.range) }
        do {
            return try reference.resolve(
                among: things.map { (id: $0.0, name: $0.1) }, noun: noun)
        } catch {
            if error.code == .ambiguous {
                throw faults.error(
                    "‘\(text)’ matches several \(Reference.plural(noun))", value.range,
                    hint: "Give more words, or name one by # and the start of its id.", code: .ambiguous,
                    candidates: error.candidates)
            }
            let names = things.map { $0.1 } + views
            let near = Spelling.nearest(to: text, among: names.map { $0.lowercased() })
            throw faults.error(
                "no \(noun)\(views.isEmpty ? "" : " or saved view") is called ‘\(text)’", value.range,
                suggestion: near.flatMap { near in names.first { $0.lowercased() == near } }.map {
                    QuerySyntax.Value(naming: $0).description
                },
                hint: Self.hint(things.map { $0.1 }, of: noun, orViews: views), code: .notFound)
        }
    }

    /// Lists the available names: those of members or other things, and those of saved views.
    private static func hint(_ names: [String], of noun: String, orViews views: [String]) -> Hint {
        if !names.isEmpty, !views.isEmpty { return "Members: \(list(names)). Saved views: \(list(views))." }
        if !names.isEmpty { return Reference.listing(list(names), of: noun) }
        return views.isEmpty ? "There is none yet." : Reference.listing(list(views), of: "saved view")
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }
}
