// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskQueries
import HometaskReplica

/// The candidate names for a word: from a family's tasks and other documents, or from this machine's plugins. Without a
/// family, or if something cannot be read, there are none.
struct CompletionNames {
    private let global: GlobalOptions
    private let environment: CommandEnvironment

    init(_ global: GlobalOptions, _ environment: CommandEnvironment) {
        (self.global, self.environment) = (global, environment)
    }

    /// - Parameters:
    ///   - typed: the typed part of the word.
    ///   - arguments: the arguments before the word.
    func answer(_ kind: CompletionKind, _ typed: String, after arguments: [String]) async -> CompletionAnswer {
        switch kind {
        case .nothing: return .none
        case .file: return .files
        case .folder: return .folders
        case .values(let values): return .words(values.map { .init($0) })
        case .setting: return .words(Setting.allCases.map { .init($0.rawValue, $0.values) })
        case .plugin: return .words(environment.plugins()?.known().map { .init($0.id) } ?? [])
        case .exporter: return .words(offers(\.exporters))
        case .importer: return .words(offers(\.importers))
        default: break
        }
        guard let session = try? await FamilySession.open(global) else { return .none }
        return .words((try? await names(kind, typed, arguments: arguments, in: session)) ?? [])
    }

    private func offers(_ offers: KeyPath<PluginOffers, [PluginOffer]>) -> [CompletionCandidate] {
        (environment.plugins()?.usable ?? []).flatMap { $0.manifest.offers[keyPath: offers] }
            .map { .init($0.name, $0.summary) }
    }

    private func names(
        _ kind: CompletionKind, _ typed: String, arguments: [String], in session: FamilySession
    ) async throws -> [CompletionCandidate] {
        let directory = session.directory
        switch kind {
        case .openTask, .doneTask, .trashedTask:
            return try await CompletionTasks(session).candidates(kind, typed, after: arguments)
        case .taskOrField:
            if let fields = try await CompletionFields(session, isQuery: false).candidates(typed) { return fields }
            return try await CompletionTasks(session).candidates(kind, typed, after: arguments)
        case .taskWord: return try await CompletionFields(session, isQuery: false).candidates(typed) ?? []
        case .query: return try await CompletionFields(session, isQuery: true).candidates(typed) ?? []
        case .member: return Self.plain(directory.activeMembers.map(\.name))
        case .formerMember: return Self.plain(directory.members.values.filter(\.isRemoved).map(\.name).sorted())
        case .category: return Self.plain(directory.activeCategories.map(\.name))
        case .deletedCategory: return Self.plain(directory.categories.values.filter(\.isDeleted).map(\.name).sorted())
        case .tag: return Self.plain(try await session.replica.tagCounts(zone: session.zone).tags.map(\.name))
        case .view: return Self.plain(try await session.views.all().map(\.name))
        case .deletedView:
            return Self.plain(
                try await session.replica.read { try ViewRecord.all(reading: $0).filter(\.isDeleted).map(\.name) })
        case .pin: return Self.plain(try await session.pins.all().map(\.name).sorted())
        case .remote: return Self.plain(try await session.replica.remotes().map(\.name))
        default: return []
        }
    }

    /// Returns names without quotes. A name that begins with a dash would be read as an option.
    private static func plain(_ names: [String]) -> [CompletionCandidate] {
        names.filter { !$0.hasPrefix("-") }.map { .init($0) }
    }
}
