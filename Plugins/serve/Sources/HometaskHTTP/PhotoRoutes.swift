// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// Photos, from phones and for them: see <doc:API>.
final class PhotoRoutes: Sendable {
    private let lookup: PhoneLookup
    private let uploads: PhotoUploads
    private let examiner: (any PhotoExaminer)?
    /// Whole photos are held in memory, so a family can have only some at a time.
    private let handling = RequestSlots<DocumentID>(most: 4)

    init(_ lookup: PhoneLookup, uploads: PhotoUploads, examiner: (any PhotoExaminer)?) {
        self.lookup = lookup
        self.uploads = uploads
        self.examiner = examiner
    }

    func add(to router: Router<PhoneContext>) {
        let phone = router.group("/api/phones/:device")
        phone.put("uploads/:sha256", use: receive)
        phone.post("photos", use: attach)
        phone.get("photos/:photo/thumbnail", use: thumbnail)
        phone.get("photos/:photo/original", use: original)
    }

    // MARK: From phones

    @Sendable private func receive(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        let upload = try PhotoUploads.Upload(
            sha256: context.parameters.get("sha256") ?? "",
            bytes: request.uri.queryParameters.get("bytes", as: Int.self) ?? 0, from: phone.device)
        guard let offset = request.uri.queryParameters.get("from", as: Int.self), offset >= 0 else {
            throw ServerFault(.badRequest, "request", "‘from’ should be the number of bytes that were sent before")
        }
        let part = try await request.bytes(of: "application/octet-stream", upTo: PhotoUploads.longestPart)
        let received = try await uploads.append(part, at: offset, to: upload)
        return Response(json: ["received": .number(JSONNumber(received))])
    }

    @Sendable private func attach(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, family) = try await lookup.phone(request, context)
        let attachment = try PhotoAttachment(try await request.bytes(upTo: PhotoAttachment.longest))
        let upload = PhotoUploads.Upload(attachment, from: phone.device)
        if let outcome = try await family.photos.attached(attachment) {
            uploads.remove(upload)
            return Self.response(outcome)
        }
        return try await handling.with(family.id) {
            guard let original = try uploads.whole(upload) else {
                let received = uploads.received(upload)
                return Response(
                    status: .conflict,
                    json: [
                        "code": "incomplete", "message": "the file was not received as a whole yet",
                        "received": .number(JSONNumber(received)),
                    ])
            }
            let found = try await examine(upload, of: family)
            let outcome = try await family.photos.attach(attachment, original, found, for: phone.member)
            uploads.remove(upload)
            return Self.response(outcome)
        }
    }

    private func examine(
        _ upload: PhotoUploads.Upload, of family: ServedFamily
    ) async throws(ServerFault) -> ExaminedPhoto? {
        do throws(PhotoFault) {
            return try await examiner?.examine(uploads.path(of: upload), of: family.folder)
        } catch {
            uploads.remove(upload)
            throw ServerFault(.unprocessableContent, "photo", error.message)
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
        try await picture(request, context) { try await $0.thumbnail(of: $1) }
    }

    @Sendable private func original(_ request: Request, _ context: PhoneContext) async throws -> Response {
        try await picture(request, context) { try await $0.original(of: $1) }
    }

    private func picture(
        _ request: Request, _ context: PhoneContext,
        _ find: (PhonePhotos, DocumentID) async throws -> (bytes: [UInt8], type: String)?
    ) async throws -> Response {
        let (_, family) = try await lookup.phone(request, context)
        guard let id = context.parameters.get("photo").flatMap({ DocumentID($0) }) else { throw ServerFault.notFound }
        return try await handling.with(family.id) {
            guard let picture = try await find(family.photos, id) else {
                throw ServerFault(.notFound, "photo", "this picture is not on the server")
            }
            return Response(
                status: .ok, headers: [.contentType: picture.type],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
        }
    }
}
