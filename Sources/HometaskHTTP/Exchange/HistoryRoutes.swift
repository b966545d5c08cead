// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird

/// Serves the history of documents to phones, which have no git: see <doc:API>.
final class HistoryRoutes: Sendable {
    private let lookup: PhoneLookup
    /// Concurrent requests are limited per phone and per family, because each one searches the family's commits.
    private let phones = RequestSlots<DocumentID>(most: 1)
    private let families = RequestSlots<DocumentID>(most: 2)

    /// The maximum number of changes in a response.
    static let most = 50
    /// The response size in bytes beyond which no further change is added.
    static let room = 512 << 10
    /// The kinds whose history the command shows to every member. Hunts are excluded, because an earlier version of a
    /// clue could help a player.
    static let kinds: Set<DocumentKind> = [.comment, .note, .pin, .task]

    init(_ lookup: PhoneLookup) { self.lookup = lookup }

    func add(to router: Router<PhoneContext>) {
        router.at("/api/phones/:device/history/:kind/:id", get: history)
    }

    @Sendable private func history(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        guard let kind = context.parameters.get("kind").map({ DocumentKind(rawValue: $0) }),
            Self.kinds.contains(kind), let id = context.parameters.get("id").flatMap({ DocumentID($0) }),
            let path = DocumentPath(kind: kind, id: id)
        else { throw ServerFault.notFound }
        let before = request.uri.queryParameters["before"].map { String($0) }
        if let before, !Self.isCommit(before) {
            throw ServerFault(
                .badRequest, "request", message: "‘before’ should be the commit of a change, 40 hexadecimal digits")
        }
        let (own, families) = (try phones.takeSlot(phone.device), try families.takeSlot(family.id))
        defer { withExtendedLifetime((own, families)) {} }
        return Response(
            json: try await Self.page(of: path, before: before, in: family.replica), to: request, in: context)
    }

    private static func isCommit(_ text: String) -> Bool {
        text.utf8.count == 40 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns up to ``most`` changes, newest first, beginning after the change in a given commit.
    private static func page(
        of path: DocumentPath, before: String?, in replica: any Replica
    ) async throws -> JSONObject {
        let limit = before == nil ? most + 1 : Int.max
        var entries = try await replica.history(since: nil, path: path, limit: limit)[...]
        if let before {
            guard let place = entries.firstIndex(where: { $0.commit == before }) else {
                throw ServerFault(.notFound, "change", message: "‘before’ names no change of this document")
            }
            entries = entries[(place + 1)...]
        }
        var (changes, size): ([JSON], Int) = ([], 0)
        for entry in entries.prefix(most) where size < room {
            let json = JSON.object(try await change(of: path, by: entry, in: replica))
            size += json.compactBytes().count
            changes.append(json)
        }
        return ["changes": .array(changes), "more": .bool(changes.count < entries.count)]
    }

    private static func change(
        of path: DocumentPath, by entry: HistoryEntry, in replica: any Replica
    ) async throws -> JSONObject {
        let change = try await VersionChange.change(of: path, by: entry, in: replica)
        var json = change.json
        json["created"] = .bool(change.isCreation)
        json["fault"] = change.fault.map { .string($0) }
        return json
    }
}
