// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// Receives photos from phones, and serves photos to them: see <doc:API>.
final class PhotoRoutes: Sendable {
    private let lookup: PhoneLookup
    private let uploads: PhotoUploads
    private let examiner: (any PhotoExaminer)?
    /// Concurrent requests are limited per phone and per family, because whole photos are held in memory.
    private let attaching = RequestSlots<DocumentID>(most: 1)
    private let familiesAttaching = RequestSlots<DocumentID>(most: 2)
    private let loading = RequestSlots<DocumentID>(most: 2)
    private let familiesLoading = RequestSlots<DocumentID>(most: 8)
    private let thumbnails = RequestSlots<DocumentID>(most: 64)

    init(_ lookup: PhoneLookup, uploads: PhotoUploads, examiner: (any PhotoExaminer)?) {
        self.lookup = lookup
        self.uploads = uploads
        self.examiner = examiner
    }

    func add(to router: Router<PhoneContext>) {
        let phone = router.group("/api/phones/:device")
        phone.at("uploads/:sha256", put: receive)
        phone.at("photos", post: attach)
        phone.at("photos/:photo/thumbnail", get: thumbnail)
        phone.at("photos/:photo/original", get: original)
    }

    // MARK: From phones

    @Sendable private func receive(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        let upload = try PhotoUploads.Upload(
            sha256: context.parameters.get("sha256") ?? "",
            bytes: request.uri.queryParameters.get("bytes", as: Int.self) ?? 0, from: phone.device)
        guard let offset = request.uri.queryParameters.get("from", as: Int.self), offset >= 0 else {
            throw ServerFault(
                .badRequest, "request", message: "‘from’ should be the number of bytes that were sent before")
        }
        let part = try await request.bytes(of: "application/octet-stream", upTo: PhotoUploads.longestPart)
        // The phone may have been signed out during the upload.
        _ = try await lookup.phone(request, context)
        let received = try await uploads.append(part, at: offset, to: upload)
        return Response(json: ["received": .number(JSONNumber(received))])
    }

    @Sendable private func attach(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        let attachment = try PhotoAttachment(try await request.bytes(upTo: PhotoAttachment.longest))
        let upload = PhotoUploads.Upload(attachment, from: phone.device)
        let (own, families) = (try attaching.takeSlot(phone.device), try familiesAttaching.takeSlot(family.id))
        defer { withExtendedLifetime((own, families)) {} }
        if let outcome = try await family.photos.attached(attachment, by: phone.member) {
            uploads.remove(upload)
            return Self.response(outcome)
        }
        guard let taken = try uploads.claimFile(upload) else {
            let received = uploads.received(upload)
            return Response(
                status: .conflict,
                json: [
                    "code": "incomplete", "message": "the file was not received as a whole yet",
                    "received": .number(JSONNumber(received)),
                ])
        }
        do {
            let found = try await examine(taken, of: family)
            _ = try await lookup.phone(request, context)
            let outcome = try await family.photos.attach(
                attachment, original: taken.bytes, found: found, for: phone.member)
            uploads.remove(taken)
            return Self.response(outcome)
        } catch {
            if Self.isFinal(error) { uploads.remove(taken) } else { uploads.releaseFile(taken) }
            throw error
        }
    }

    /// Returns whether a retry with the same file would be refused again.
    private static func isFinal(_ error: any Error) -> Bool {
        switch error {
        case let fault as ServerFault: fault.status == .unprocessableContent || fault.status == .unauthorized
        case let fault as ExchangeFault: fault.code == .request || fault.code == .forbidden
        default: false
        }
    }

    private func examine(
        _ taken: PhotoUploads.ClaimedFile, of family: ServedFamily
    ) async throws(ServerFault) -> ExaminedPhoto? {
        do throws(ServiceFault) {
            return try await examiner?.examine(taken.path, of: family.folder)
        } catch {
            if error.isFinal { throw ServerFault(.unprocessableContent, "photo", message: error.message) }
            throw ServerFault(.serviceUnavailable, "photo", message: error.message, wait: 30)
        }
    }

    private static func response(_ outcome: PhonePhotos.Outcome) -> Response {
        var json: JSONObject = ["photo": .string(outcome.photo.description)]
        json["completed"] = outcome.completed.map { .string($0.description) }
        json["objection"] = outcome.objection.map { .string($0) }
        return Response(json: json)
    }

    // MARK: For phones

    @Sendable private func thumbnail(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family, photo) = try await photo(request, context)
        return try await thumbnails.with(phone.device) {
            guard let picture = try await family.photos.thumbnail(of: photo) else { throw Self.noPicture }
            return Response(
                status: .ok, headers: [.contentType: picture.type], body: .inPieces(picture.bytes[...], to: context))
        }
    }

    @Sendable private func original(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family, photo) = try await photo(request, context)
        let slots = (try loading.takeSlot(phone.device), try familiesLoading.takeSlot(family.id))
        guard let picture = try await family.photos.original(of: photo) else { throw Self.noPicture }
        let tag = "\"\(picture.sha256)\""
        let whole = picture.bytes.count
        var headers: HTTPFields = [.contentType: picture.type, .eTag: tag, .acceptRanges: "bytes"]
        let part: Range<Int>
        switch request.range(of: whole, tag: tag) {
        case .whole: part = 0..<whole
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(whole)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        case .part(let range):
            part = range
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(whole)"
        }
        // The bytes stay in memory, and the slots stay taken, until the last chunk is sent.
        return Response(
            status: headers[.contentRange] == nil ? .ok : .partialContent, headers: headers,
            body: .inPieces(picture.bytes[part], to: context, holding: slots))
    }

    private static let noPicture = ServerFault(.notFound, "photo", message: "this picture is not on the server")

    private func photo(
        _ request: Request, _ context: PhoneContext
    ) async throws -> (SignedInPhone, ServedFamily, DocumentID) {
        let (phone, family) = try await lookup.phone(request, context)
        guard let photo = context.parameters.get("photo").flatMap({ DocumentID($0) }) else {
            throw ServerFault.notFound
        }
        return (phone, family, photo)
    }
}
