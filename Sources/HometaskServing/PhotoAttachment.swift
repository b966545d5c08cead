// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// A phone's description of a photo to attach, in the format described in <doc:Photos>.
public struct PhotoAttachment: Hashable, Sendable {
    /// The SHA-256 of the file, in hexadecimal.
    public let sha256: String
    /// The size of the file in bytes.
    public let bytes: Int
    /// The subject of the photo; nil for none.
    let about: About?
    let caption: String?
    /// The phone's position when the photo was taken; nil if not reported.
    let position: PhotoLocation?
    /// Whether the phone's camera captured the photo for this attachment; false if a file was chosen.
    let isCaptured: Bool

    /// The document that a photo is attached to.
    struct About: Hashable, Sendable {
        let kind: DocumentKind
        let id: DocumentID
    }

    /// The maximum request size in bytes.
    public static let longest = 16 << 10
    /// The kinds of documents that photos can be attached to.
    private static let kinds: Set<DocumentKind> = [.task, .pin, .note, .hunt]

    /// Parses a request.
    ///
    /// - Throws: ``ExchangeFault`` (`request`, `tooLarge`).
    public init(_ body: [UInt8]) throws(ExchangeFault) {
        guard let members = try? JSONObject.parse(body) else {
            throw ExchangeFault(.request, "the body should be an object in JSON")
        }
        guard let sha256 = members["sha256"]?.stringValue, Self.isDigest(sha256) else {
            throw ExchangeFault(.request, "‘sha256’ should be 64 hexadecimal digits, in lower case")
        }
        guard let bytes = members["bytes"]?.intValue, bytes > 0 else {
            throw ExchangeFault(.request, "‘bytes’ should be the size of the file")
        }
        guard bytes <= PhotoFile.largestOriginal else {
            throw ExchangeFault(.tooLarge, "a photo has at most \(PhotoFile.largestOriginal / 1_000_000) MB")
        }
        (self.sha256, self.bytes) = (sha256, bytes)
        about = try Self.about(members["about"])
        caption = members["caption"]?.stringValue
        isCaptured = members["captured"] == .bool(true)
        position = PhotoLocation(members["position"]).map { place in
            PhotoLocation(place.coordinates, accuracy: place.accuracy, source: .device, time: place.time)
        }
    }

    private static func about(_ json: JSON?) throws(ExchangeFault) -> About? {
        guard let json, json != .null else { return nil }
        guard let kind = json["kind"]?.stringValue.map({ DocumentKind(rawValue: $0) }), kinds.contains(kind),
            let id = json["id"]?.stringValue.flatMap({ DocumentID($0) })
        else {
            throw ExchangeFault(.request, "‘about’ should have the kind and the id of a task, a pin, a note or a hunt")
        }
        return About(kind: kind, id: id)
    }

    /// Returns whether a string is a SHA-256 in hexadecimal.
    public static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// The id of the photo's document.
    public var id: DocumentID { PhotoOperations.id(sha256: sha256, about: about?.id) }
}
