// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// The options that select the places on a map by their tasks.
struct MapFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Show places with tasks of this category; may be repeated.", valueName: "name"))
    var category: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Show places with tasks of this member, and the member's photos; may be repeated.",
            valueName: "member"))
    var members: [String] = []

    @Flag(help: "Show places with my tasks, and my photos.")
    var mine = false

    @Flag(help: "Show only places with open tasks.")
    var open = false

    @Flag(help: "Show only places with done tasks.")
    var done = false

    func validate() throws {
        if open, done {
            throw ValidationError("--open and --done cannot be used together; leave out both to show both")
        }
    }

    func filter(in session: FamilySession) throws -> MapFilter {
        var ids = Set(try members.flatMap { try session.members.everyID(of: $0) })
        if mine { ids.formUnion(session.directory.everyID(of: try session.requireMember())) }
        return MapFilter(
            categories: Set(try category.map { try session.categoryID($0) }), members: ids,
            isDone: open ? false : done ? true : nil)
    }
}

/// Selects places: those with a task that meets all conditions. A filter by member also keeps that member's photos.
struct MapFilter: Sendable {
    /// The categories that a task may have; empty for any.
    let categories: Set<DocumentID>
    /// The members to whom a task may be assigned; empty for any member.
    let members: Set<DocumentID>
    /// Whether a task is done; nil for both.
    let isDone: Bool?

    /// Returns the place with the tasks that match the filter; nil if the filter leaves it out.
    func filtered(_ place: MapPlace) -> MapPlace? {
        if categories.isEmpty, members.isEmpty, isDone == nil { return place }
        var place = place
        place.tasks = place.tasks.filter(matches)
        if !place.tasks.isEmpty { return place }
        let isTheirs = place.photo?.createdBy.map { members.contains($0) } ?? false
        return isTheirs && categories.isEmpty && isDone == nil ? place : nil
    }

    private func matches(_ task: TaskRecord) -> Bool {
        (categories.isEmpty || task.category.map { categories.contains($0) } ?? false)
            && (members.isEmpty || task.assignees.contains { members.contains($0) })
            && (isDone == nil || isDone == !task.isOpen)
    }
}
