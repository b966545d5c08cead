// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import HometaskWebPush
import Hummingbird

/// The routes for turning a phone's reminders on and off: see <doc:API>.
struct ReminderRoutes: Sendable {
    private let lookup: PhoneLookup
    /// Whether the server can reach push services.
    private let canSend: Bool

    init(_ lookup: PhoneLookup, canSend: Bool) {
        self.lookup = lookup
        self.canSend = canSend
    }

    func add(to router: Router<PhoneContext>) {
        let reminders = router.group("/api/phones/:device/reminders")
        reminders.at("", get: describe, put: begin, delete: end)
    }

    @Sendable private func describe(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        let key = canSend ? try await lookup.phones.pushKey().publicText : nil
        let isOn = try await lookup.phones.isReminded(phone.device)
        return Response(json: ["isOn": .bool(isOn), "key": key.map { .string($0) } ?? .null])
    }

    @Sendable private func begin(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        guard canSend else {
            throw ServerFault(.serviceUnavailable, "reminders", message: "this server cannot send reminders to phones")
        }
        guard let subscription = PushSubscription(try await request.members(upTo: 8192)) else {
            throw ServerFault(
                .badRequest, "subscription",
                message: "a subscription has an endpoint with HTTPS, and the keys p256dh and auth")
        }
        try await lookup.phones.remind(phone.device, by: subscription)
        return Response(status: .noContent)
    }

    @Sendable private func end(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        try await lookup.phones.stopReminding(phone.device)
        return Response(status: .noContent)
    }
}
