// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The server's record of a phone, kept outside the family's repository because leases are secrets.
public struct PhoneAccount: Hashable, Sendable {
    /// The id of the phone's document in the family.
    public let device: DocumentID
    /// The phone's name, for the family.
    public private(set) var name: String
    /// The member who owns the phone.
    public let member: DocumentID
    /// The actor that the phone writes as. The server generates it, so that no phone can claim another device's.
    public internal(set) var actor: ActorID
    /// The lease that the phone's next request must contain.
    public internal(set) var lease: Lease
    /// The last answered request; nil before the first one. The phone may retry the request if the response was lost.
    var last: AnsweredRequest?
    /// The SHA-256, in hexadecimal, of the last request accepted before the phone had to start over; nil once the phone
    /// has started over.
    var lastTaken: String?

    /// A request that was answered.
    struct AnsweredRequest: Hashable, Sendable {
        /// The lease in the request.
        var lease: Lease
        /// The SHA-256 of the request's bytes, in hexadecimal.
        var digest: String
        /// The actor that the phone wrote as.
        var actor: ActorID
        /// The server's time when the request was first answered.
        var time: Timestamp
    }

    /// Creates an account for a phone that has just joined.
    ///
    /// - Parameters:
    ///   - device: the id of the phone's document in the family.
    ///   - name: the name that the phone gives itself, sanitised.
    ///   - member: the member who owns the phone.
    ///   - generator: the source of the lease and the actor; it must be unpredictable.
    public init(
        device: DocumentID, named name: String, member: DocumentID, using generator: inout some RandomNumberGenerator
    ) {
        self.device = device
        self.name = Self.name(from: name)
        self.member = member
        actor = .random(using: &generator)
        lease = .random(using: &generator)
    }

    /// Renames the phone, sanitising the name.
    mutating func setName(_ text: String) { name = Self.name(from: text) }

    /// The maximum number of characters in a name.
    private static let longestName = 60

    /// Sanitises a name: one line, without control characters or surrounding spaces.
    private static func name(from text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        let words = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
        let name = String(words.joined(separator: " ").prefix(longestName))
        return name.isEmpty ? "phone" : name
    }

    /// The account as JSON, for storage.
    public var json: JSONObject {
        var object: JSONObject = [
            "actor": .string(actor.text), "device": .string(device.description), "lease": .string(lease.text),
            "member": .string(member.description), "name": .string(name),
        ]
        if let last {
            object["last"] = [
                "actor": .string(last.actor.text), "digest": .string(last.digest), "lease": .string(last.lease.text),
                "time": .string(last.time.rfc3339),
            ]
        }
        if let lastTaken { object["taken"] = .string(lastTaken) }
        return object
    }

    /// Parses a stored account; nil if a value is missing or malformed.
    public init?(_ json: JSONObject) {
        guard let device = json["device"]?.stringValue.flatMap({ DocumentID($0) }),
            let member = json["member"]?.stringValue.flatMap({ DocumentID($0) }),
            let actor = json["actor"]?.stringValue.flatMap({ ActorID($0) }),
            let lease = json["lease"]?.stringValue.flatMap({ Lease($0) }), let name = json["name"]?.stringValue
        else { return nil }
        (self.device, self.name, self.member, self.actor, self.lease) = (device, name, member, actor, lease)
        lastTaken = json["taken"]?.stringValue
        guard let json = json["last"] else { return }
        guard let actor = json["actor"]?.stringValue.flatMap({ ActorID($0) }),
            let lease = json["lease"]?.stringValue.flatMap({ Lease($0) }), let digest = json["digest"]?.stringValue,
            let time = json["time"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        last = AnsweredRequest(lease: lease, digest: digest, actor: actor, time: time)
    }

    /// The relation of a request to previously answered requests.
    enum RequestStatus {
        /// The next request in sequence.
        case next
        /// A retry of the last request.
        case again(AnsweredRequest)
        /// A request from an older state of the phone, or from a copy.
        case outdated
    }

    func status(of request: ExchangeRequest) -> RequestStatus {
        if request.lease == lease { return .next }
        if let last, request.lease == last.lease, request.digest == last.digest { return .again(last) }
        return .outdated
    }
}

/// The server's storage of phone accounts.
public protocol PhoneAccounts: Sendable {
    /// Returns the account of a phone; nil if there is none, or if the phone was signed out.
    func account(of device: DocumentID) async throws -> PhoneAccount?

    /// Stores an account durably: it must survive a power failure once this method returns. Throws if the phone was
    /// signed out in the meantime, because its account must not be recreated.
    func store(_ account: PhoneAccount) async throws
}

/// A random token that a phone receives with every response, and returns with its next request.
///
/// A phone whose storage was restored from a backup, or copied to another phone, returns an old lease. Its writes are
/// rejected, because they might reuse the names of events that the family already has.
public struct Lease: Hashable, Sendable {
    /// 32 lower-case hexadecimal digits.
    public let text: String

    /// Parses a lease; nil if the string is not a lease.
    public init?(_ text: String) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Generates a lease of 128 random bits.
    public static func random(using generator: inout some RandomNumberGenerator) -> Lease {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for _ in 0..<32 { text.append(digits[Int(generator.next() & 15)]) }
        return Lease(known: String(decoding: text, as: UTF8.self))
    }

    private init(known text: String) { self.text = text }
}
