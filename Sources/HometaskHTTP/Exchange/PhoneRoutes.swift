// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskHashing
import HometaskKit
import HometaskServing
import HometaskSignIn
import HometaskSystem
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The routes for phones: see <doc:API>.
final class PhoneRoutes: Sendable {
    private let lookup: PhoneLookup
    private let signingOut: SigningOut
    private let joining: PhoneJoining
    private let clock: @Sendable () -> Timestamp
    /// The maximum number of list rows that a phone receives when it joins.
    private static let mostRows = 50
    /// A page makes one exchange at a time, but an earlier request whose response was lost may still be running.
    private let exchanging = RequestSlots<DocumentID>(most: 4)

    private var phones: SignInStore { lookup.phones }

    init(
        _ lookup: PhoneLookup, joining: PhoneJoining, signingOut: SigningOut,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.lookup = lookup
        self.joining = joining
        self.signingOut = signingOut
        self.clock = clock
    }

    func add(to router: Router<PhoneContext>) {
        router.at("/api/join", post: join)
        router.at("/api/phones", get: list)
        let phone = router.group("/api/phones/:device")
        phone.at("", get: describe, delete: signOut)
        phone.at("name", put: rename)
        phone.at("exchange", post: exchange)
        phone.at("events", get: events, hasHead: false)
    }

    // MARK: Joining

    @Sendable private func join(_ request: Request, _ context: PhoneContext) async throws -> Response {
        try joining.checkGuesses(request, context)
        let members = try await request.members(upTo: 4096)
        guard let code = members["code"]?.stringValue.flatMap({ Secret($0) }),
            let attempt = members["attempt"]?.stringValue.flatMap({ Secret($0) }),
            let name = members["name"]?.stringValue
        else {
            throw ServerFault(
                .badRequest, "request",
                message: "a phone joins with a code, an attempt and a name: see the description of the API")
        }
        let joined = try await joining.join(request, context, code: code, attempt: attempt, name: name)
        var response = try await welcome(joined.phone, joined.family)
        try await signingOut.signOutOthers(of: request, than: joined.phone.account.device, in: &response)
        return response
    }

    private func welcome(_ joined: JoinedPhone, _ family: ServedFamily) async throws -> Response {
        let account = joined.account
        var json = try await description(of: account.device, named: account.name, for: account.member, in: family)
        json["today"] = await today(of: joined.account.member, family)
        json["lease"] = .string(joined.account.lease.text)
        json["actor"] = .string(joined.account.actor.text)
        var response = Response(json: json)
        PhoneCookie(device: joined.account.device).set(joined.secret, in: &response)
        return response
    }

    /// Returns the first rows of the member's list for today, which a phone can show before it has loaded everything
    /// else; null if the family is currently unreadable.
    private func today(of member: DocumentID, _ family: ServedFamily) async -> JSON {
        let listed = try? await family.forms.list(.today, searching: "", limit: Self.mostRows, for: member)
        return listed.map { .array($0.rows) } ?? .null
    }

    // MARK: Phones

    /// Lists the browser's phones, for a page that has lost its storage. Phones whose members have left the family are
    /// omitted.
    @Sendable private func list(_ request: Request, _ context: PhoneContext) async throws -> Response {
        var phones: [JSON] = []
        for (phone, family) in try await lookup.phones(in: request) where try await family.isPresent(phone.member) {
            let described = try await description(of: phone.device, named: phone.name, for: phone.member, in: family)
            phones.append(.object(described))
        }
        return Response(json: ["phones": .array(phones)])
    }

    @Sendable private func describe(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        return Response(json: try await description(of: phone.device, named: phone.name, for: phone.member, in: family))
    }

    private func description(
        of device: DocumentID, named name: String, for member: DocumentID, in family: ServedFamily
    ) async throws -> JSONObject {
        let directory = try await family.replica.read { try FamilyDirectory(reading: $0) }
        let zone = directory.zone.identifier
        var json: JSONObject = [
            "device": .string(device.description),
            "family": ["id": .string(family.id.description), "name": .string(directory.family?.name ?? family.name)],
            "member": [
                "id": .string(directory.current(member).description), "name": .string(directory.name(of: member)),
            ],
            "name": .string(name), "time": .string(clock().rfc3339),
            "zone": ["name": .string(zone), "tzif": ZoneFile(zone).map { .string($0.digits) } ?? .null],
        ]
        if directory.members[member]?.isChild == false { json["unsynced"] = try await lastSync(of: family) }
        return json
    }

    /// Returns the time of the last sync with the family's remote if that was more than a day ago; otherwise nil.
    private func lastSync(of family: ServedFamily) async throws -> JSON? {
        guard let last = try await family.replica.lastSync(), try await !family.replica.remotes().isEmpty,
            clock().seconds - last.seconds > ReplicaStatus.longestLag
        else { return nil }
        return .string(last.rfc3339)
    }

    @Sendable private func rename(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        guard let text = try await request.members(upTo: 4096)["name"]?.stringValue else {
            throw ServerFault(.badRequest, "request", message: "‘name’ should be the phone's name for the family")
        }
        let name = try await exchanging.with(phone.device) {
            try await family.exchanges.rename(phone.device, to: text)
        }
        return Response(json: ["name": .string(name)])
    }

    @Sendable private func signOut(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.signedInPhone(request, context)
        var response = Response(status: .noContent)
        try await signingOut.signOut(phone, of: family, in: &response)
        return response
    }

    // MARK: Exchanges

    @Sendable private func exchange(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        return try await exchanging.with(phone.device) {
            let bytes = try await request.bytes(upTo: ExchangeRequest.longest)
            let answer = try await family.exchanges.answer(try ExchangeRequest(bytes), from: phone.device)
            if case .startOver = answer { return Response(status: .gone, json: answer.json) }
            return Response(json: answer.json, to: request, in: context)
        }
    }

    @Sendable private func events(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        let version = try await family.replica.read { $0.version }
        let stream = try await family.streams.stream(for: phone.device, beginningWith: version)
        let phones = phones
        let body = ResponseBody { writer in
            try await EventWriter(stream: stream) { version in
                guard try await phones.account(of: phone.device) != nil else { return false }
                return try await family.isPresent(phone.member, asOf: version)
            }.writeEvents(to: &writer)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
}

/// The context of a request: the connection and the log.
struct PhoneContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel
    /// The remote address of the connection.
    let peer: String
    /// The local port of the connection.
    let port: Int
    /// The server's log, set by ``RequestGate``.
    var log = RequestLog.none

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? ""
        port = source.channel.localAddress?.port ?? 0
    }
}

/// A time zone file of this machine (TZif, RFC 8536), for phones: the page's engine has no time zone database.
struct ZoneFile {
    /// The bytes of the file in hexadecimal.
    let digits: String

    /// Reads a zone's file; nil if there is none.
    init?(_ identifier: String) {
        // The name comes from a family's document, and must not be the path of another file.
        guard TimeZoneRules.isIdentifier(identifier),
            let bytes = try? WholeFile.read(
                "/usr/share/zoneinfo/" + identifier, limit: 64 << 10, followingLinks: true),
            bytes.starts(with: Array("TZif".utf8))
        else { return nil }
        digits = SHA256.hexadecimal(bytes)
    }
}
