// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird
import ServiceLifecycle
import Synchronization

/// What phones can ask for: see <doc:API>.
final class PhoneRoutes: Sendable {
    private let families: [DocumentID: ServedFamily]
    private let phones: SignInStore
    private let isBehindProxy: Bool
    private let clock: @Sendable () -> Timestamp
    private let guesses = Mutex(GuessLimit())
    /// The number of exchanges of each phone that are not answered yet.
    private let exchanging = Mutex<[DocumentID: Int]>([:])
    /// The largest number of them. A page makes one at a time.
    private static let mostExchanges = 4

    init(
        to families: [ServedFamily], phones: SignInStore, isBehindProxy: Bool,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.families = Dictionary(families.map { ($0.id, $0) }) { first, _ in first }
        self.phones = phones
        self.isBehindProxy = isBehindProxy
        self.clock = clock
    }

    func add(to router: Router<PhoneContext>) {
        router.post("/api/join", use: join)
        let phone = router.group("/api/phones/:device")
        phone.get(use: describe)
        phone.delete(use: signOut)
        phone.post("exchange", use: exchange)
        phone.get("events", use: events)
    }

    // MARK: Joining

    @Sendable private func join(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let network = ClientNetwork(of: request, context, isBehindProxy: isBehindProxy).name
        let wait = guesses.withLock { $0.wait(of: network, at: clock()) }
        guard wait == 0 else {
            throw ServerFault(.tooManyRequests, "guesses", "there were too many wrong codes from here", wait: wait)
        }
        let members = try Self.members(of: try await Self.body(of: request, upTo: 4096))
        guard let code = members["code"]?.stringValue.flatMap({ Secret($0) }),
            let attempt = members["attempt"]?.stringValue.flatMap({ Secret($0) }),
            let name = members["name"]?.stringValue
        else {
            throw ServerFault(
                .badRequest, "request",
                "a phone joins with a code, an attempt and a name: see the description of the API")
        }
        do {
            return try await welcome(try await phones.join(with: code, attempt: attempt, as: name))
        } catch let fault as SignInFault where fault.code == .noInvitation {
            guesses.withLock { $0.count(network, at: clock()) }
            throw fault
        }
    }

    private func welcome(_ joined: JoinedPhone) async throws -> Response {
        guard let family = families[joined.family] else {
            _ = try await phones.signOut(joined.account.device)
            throw ServerFault(.forbidden, "family", "this server does not serve the family of the invitation any more")
        }
        var json = try await description(of: joined.account.device, joined.account.member, family)
        json["lease"] = .string(joined.account.lease.text)
        json["actor"] = .string(joined.account.actor.text)
        var response = Response(json: json)
        PhoneCookie(device: joined.account.device).set(joined.secret, in: &response)
        return response
    }

    // MARK: Phones

    /// The phone that a request comes from, and its family.
    private func phone(_ request: Request, _ context: PhoneContext) async throws -> (SignedInPhone, ServedFamily) {
        guard let device = context.parameters.get("device").flatMap({ DocumentID($0) }) else {
            throw ServerFault.notFound
        }
        guard let secret = PhoneCookie(device: device).secret(in: request),
            let phone = try await phones.phone(with: secret), phone.device == device,
            let family = families[phone.family]
        else { throw ServerFault.notSignedIn }
        return (phone, family)
    }

    @Sendable private func describe(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await phone(request, context)
        return Response(json: try await description(of: phone.device, phone.member, family))
    }

    private func description(
        of device: DocumentID, _ member: DocumentID, _ family: ServedFamily
    ) async throws -> JSONObject {
        let directory = try await family.replica.read { try FamilyDirectory(reading: $0) }
        let zone = directory.zone.identifier
        return [
            "device": .string(device.description),
            "family": ["id": .string(family.id.description), "name": .string(directory.family?.name ?? family.name)],
            "member": ["id": .string(member.description), "name": .string(directory.name(of: member))],
            "time": .string(clock().rfc3339),
            "zone": ["name": .string(zone), "tzif": ZoneFile(zone).map { .string($0.digits) } ?? .null],
        ]
    }

    @Sendable private func signOut(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await phone(request, context)
        _ = try await phones.signOut(phone.device)
        await family.streams.end(of: phone.device)
        var response = Response(status: .noContent)
        PhoneCookie(device: phone.device).clear(in: &response)
        return response
    }

    // MARK: Exchanges

    @Sendable private func exchange(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await phone(request, context)
        try begin(phone.device)
        defer { end(phone.device) }
        let bytes = try await Self.body(of: request, upTo: ExchangeRequest.longest)
        let answer = try await family.exchanges.answer(try ExchangeRequest(bytes), from: phone.device)
        if case .startOver = answer { return Response(status: .gone, json: answer.json) }
        return Response(json: answer.json)
    }

    private func begin(_ device: DocumentID) throws {
        try exchanging.withLock { counts in
            guard counts[device, default: 0] < Self.mostExchanges else {
                throw ServerFault(.tooManyRequests, "exchanges", "this phone has not waited for its answers", wait: 1)
            }
            counts[device, default: 0] += 1
        }
    }

    private func end(_ device: DocumentID) {
        exchanging.withLock { counts in
            counts[device, default: 1] -= 1
            if counts[device] == 0 { counts[device] = nil }
        }
    }

    @Sendable private func events(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await phone(request, context)
        let version = try await family.replica.read { $0.version }
        let stream = try await family.streams.stream(for: phone.device, beginningWith: version)
        let phones = phones
        let body = ResponseBody { writer in
            try await EventWriter(stream: stream) { try await phones.account(of: phone.device) != nil }.write(
                to: &writer)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }

    // MARK: Bodies

    private static func body(of request: Request, upTo limit: Int) async throws -> [UInt8] {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw ServerFault(.unsupportedMediaType, "type", "the content type should be application/json")
        }
        let tooLarge = ServerFault(.contentTooLarge, "tooLarge", "the body has more than \(limit) bytes")
        var bytes: [UInt8] = []
        var isTooLarge = false
        // To its end, since a client that is still sending does not see the answer. The connection is closed before it
        // becomes much.
        for try await part in request.body {
            isTooLarge = isTooLarge || bytes.count + part.readableBytes > limit
            if !isTooLarge { bytes += part.readableBytesView }
        }
        if isTooLarge { throw tooLarge }
        return bytes
    }

    private static func members(of bytes: [UInt8]) throws -> JSONObject {
        guard let members: JSONObject = try? JSONObject.parse(bytes) else {
            throw ServerFault(.badRequest, "request", "the body should be an object in JSON")
        }
        return members
    }
}
