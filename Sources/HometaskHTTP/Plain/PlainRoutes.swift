// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// Serves the pages for browsers that run no scripts: see <doc:Plain>.
final class PlainRoutes: Sendable {
    private let lookup: PhoneLookup
    /// Concurrent requests are limited per phone and per family, because each one reads or writes the family.
    private let ofPhone = RequestSlots<DocumentID>(most: 4)
    private let ofFamily = RequestSlots<DocumentID>(most: 16)

    private let signingOut: SigningOut

    init(_ lookup: PhoneLookup, _ signingOut: SigningOut) { (self.lookup, self.signingOut) = (lookup, signingOut) }

    func add(to router: Router<PhoneContext>) {
        let phone = router.group("/plain/:device")
        phone.at("", get: { try await self.showing($0, $1) { try await self.list($0) } })
        phone.at(
            "tasks/:task", get: { try await self.showing($0, $1) { try await self.task($0, try $0.task()) } },
            post: { try await self.taking($0, $1) { try await self.edit($0) } })
        // After a refused form, the browser shows the form's address, which may be reopened with GET.
        let page: RequestAnswer = { _, context in try Self.page(of: context) }
        phone.at("tasks", get: page, post: { try await self.taking($0, $1) { try await self.add($0) } })
        phone.at("completions", get: page, post: { try await self.taking($0, $1) { try await self.complete($0) } })
        phone.at("sign-out", get: page, post: { try await self.signOut($0, $1) })
        phone.at(
            "tasks/:task/comments", get: page, post: { try await self.taking($0, $1) { try await self.comment($0) } })
        phone.at(
            "tasks/:task/conflicts", get: page, post: { try await self.taking($0, $1) { try await self.settle($0) } })
    }

    /// Redirects from a form's address to the form's page.
    private static func page(of context: PhoneContext) throws(ServerFault) -> Response {
        guard let device = context.parameters.get("device").flatMap({ DocumentID($0) }) else {
            throw ServerFault.notFound
        }
        let address = PlainAddress(device: device)
        guard let task = context.parameters.get("task") else { return PlainPage.seeOther(address.root) }
        guard let id = DocumentID(task) else { throw ServerFault.notFound }
        return PlainPage.seeOther(address.task(id))
    }

    // MARK: Requests

    /// Answers a request for a page.
    private func showing(
        _ request: Request, _ context: PhoneContext, body: (PlainRequest) async throws -> Response
    ) async throws -> Response {
        try await answering(request, context, body: body) { try FormFields((request.uri.query ?? "").utf8) }
    }

    /// Answers a submitted form, reading the fields from the request body.
    private func taking(
        _ request: Request, _ context: PhoneContext, body: (PlainRequest) async throws -> Response
    ) async throws -> Response {
        try await answering(request, context, body: body) {
            let fields = try await request.formFields()
            // The phone may have been signed out while sending the form.
            _ = try await self.lookup.phone(request, context)
            return fields
        }
    }

    /// - Parameter read: reads the fields. It runs before a family slot is taken, so that a slow phone does not occupy
    ///   one.
    private func answering(
        _ request: Request, _ context: PhoneContext, body: (PlainRequest) async throws -> Response,
        reading read: () async throws -> FormFields
    ) async throws -> Response {
        try await PlainFault.answering(request, context) { messages in
            let (phone, family) = try await self.lookup.phone(request, context)
            return try await self.ofPhone.with(phone.device) {
                let fields = try await read()
                return try await self.ofFamily.with(family.id) {
                    try await body(
                        PlainRequest(
                            request: request, context: context, messages: messages, phone: phone, family: family,
                            fields: fields))
                }
            }
        }
    }

    // MARK: Lists

    /// Shows a list of tasks.
    ///
    /// - Parameter change: adds to the page, such as notices.
    private func list(
        _ asked: PlainRequest, status: HTTPResponse.Status = .ok, change: (inout PlainListPage) -> Void = { _ in }
    ) async throws -> Response {
        let place = asked.place
        var (listed, reasons): (ListedTasks?, [String]) = (nil, [])
        do throws(ExchangeFault) {
            listed = try await asked.family.forms.list(
                place.list, searching: place.search,
                limit: place.isWhole ? PlainListPage.mostOfAll : PlainListPage.most, for: asked.phone.member)
        } catch {
            // An invalid search stays in the search field, to be corrected.
            guard error.code == .request else { throw error }
            reasons = [error.message]
        }
        var page = PlainListPage(
            messages: asked.messages, address: asked.address, place: place, listed: listed, newID: Self.newID(),
            isSaved: status == .ok && asked.fields["saved"] == "1", reasons: reasons)
        change(&page)
        return page.page.response(status, to: asked.request, in: asked.context)
    }

    private func add(_ asked: PlainRequest) async throws -> Response {
        let (id, line) = (try asked.fields.id("id"), TaskForm.line(asked.fields["line"] ?? ""))
        let added: PhoneForms.AddedLine
        do throws(ExchangeFault) {
            added = try await asked.family.forms.add(line, as: id, to: asked.place.list, by: asked.author)
        } catch {
            return try await list(asked, status: ServerFault.status(of: error.code)) {
                ($0.line, $0.newID) = (line, id)
                $0.reasons.append(error.message)
            }
        }
        if added.refused.isEmpty, added.remainder == nil {
            return PlainPage.seeOther(asked.address.list(asked.place, isSaved: true))
        }
        // The task was added without the refused fields. Without this notice, people would add it again.
        let title = try await asked.family.forms.task(id, for: asked.phone.member).record.title
        let words = asked.messages
        return try await list(asked, status: added.refused.isEmpty ? .ok : .forbidden) {
            $0.notices.append(
                added.refused.isEmpty
                    ? words.t("Added: {title}", ["title": title])
                    : words.t("Added: {title}. This was not accepted:", ["title": title]))
            $0.notices += added.refused.map { $0.words(words) }
            if let remainder = added.remainder {
                $0.notices.append(words.t("Did you mean {field}?", ["field": remainder.inLine]))
            }
        }
    }

    /// Completes or reopens a task, depending on the name of the pressed button.
    private func complete(_ asked: PlainRequest) async throws -> Response {
        let (isDone, version) = (asked.fields["done"] != nil, try asked.fields.version())
        let id = try asked.fields.id(isDone ? "done" : "reopen")
        let isFromTask = asked.fields["from"] == "task"
        if isDone, asked.fields["early"] == nil, let early = try await asked.family.forms.early(id) {
            return try await task(asked, id) { $0.question = $0.words(of: early) }
        }
        let refused: [Refusal]
        do throws(ExchangeFault) {
            refused = try await asked.family.forms.complete(id, isDone: isDone, shownIn: version, by: asked.author)
        } catch {
            let (status, reason) = (ServerFault.status(of: error.code), error.message)
            if isFromTask { return try await task(asked, id, status: status) { $0.reasons.append(reason) } }
            return try await list(asked, status: status) { $0.reasons.append(reason) }
        }
        if !refused.isEmpty {
            let reasons = refused.map { $0.words(asked.messages) }
            if isFromTask { return try await task(asked, id, status: .forbidden) { $0.notices += reasons } }
            return try await list(asked, status: .forbidden) { $0.notices += reasons }
        }
        return PlainPage.seeOther(
            isFromTask ? asked.address.task(id, isSaved: true) : asked.address.list(asked.place, isSaved: true))
    }

    /// Signs the phone out, even if its member has left the family.
    @Sendable private func signOut(_ request: Request, _ context: PhoneContext) async throws -> Response {
        try await PlainFault.answering(request, context) { _ in
            let (phone, _) = try await self.lookup.signedInPhone(request, context)
            return try await self.ofPhone.with(phone.device) {
                _ = try await request.formFields()
                // The phone may have been signed out while sending the form.
                let (phone, family) = try await self.lookup.signedInPhone(request, context)
                var response = PlainPage.seeOther("/plain/")
                try await self.signingOut.signOut(phone, of: family, in: &response)
                return response
            }
        }
    }

    // MARK: Tasks

    /// Shows a task.
    ///
    /// - Parameter change: adds to the page, such as notices.
    private func task(
        _ asked: PlainRequest, _ id: DocumentID, status: HTTPResponse.Status = .ok,
        change: (inout PlainTaskPage) -> Void = { _ in }
    ) async throws -> Response {
        let shown = try await asked.family.forms.task(id, for: asked.phone.member)
        var page = PlainTaskPage(
            messages: asked.messages, address: asked.address, task: shown, form: shown.form, newID: Self.newID(),
            isSaved: status == .ok && asked.fields["saved"] == "1")
        change(&page)
        return page.page.response(status, to: asked.request, in: asked.context)
    }

    private func edit(_ asked: PlainRequest) async throws -> Response {
        let (id, version, typed) = (try asked.task(), try asked.fields.version(), asked.form)
        let base = try await asked.family.forms.form(of: id, in: version, for: asked.phone.member)
        let refused: [Refusal]
        do throws(ExchangeFault) {
            refused = try await asked.family.forms.edit(id, with: typed, shownIn: version, by: asked.author)
        } catch {
            return try await task(asked, id, status: ServerFault.status(of: error.code)) {
                $0.form = typed.merging($0.form, since: base)
                $0.notices.append(
                    asked.messages.t("What you typed is still here. Check every field, and save it again."))
                $0.reasons.append(error.message)
            }
        }
        if refused.isEmpty { return PlainPage.seeOther(asked.address.task(id, isSaved: true)) }
        return try await task(asked, id, status: .forbidden) { page in
            var left = typed
            // The new item was added even though other fields were refused.
            left.newItem = nil
            page.form = left.merging(page.form, since: base)
            page.notices += refused.map { $0.words(asked.messages) }
        }
    }

    private func comment(_ asked: PlainRequest) async throws -> Response {
        let (task, id) = (try asked.task(), try asked.fields.id("id"))
        let text = TaskForm.lines(asked.fields["text"] ?? "")
        do throws(ExchangeFault) {
            try await asked.family.forms.comment(text, as: id, on: task, by: asked.author)
        } catch {
            return try await self.task(asked, task, status: ServerFault.status(of: error.code)) {
                ($0.comment, $0.newID) = (text, id)
                $0.reasons.append(error.message)
            }
        }
        return PlainPage.seeOther(asked.address.task(task, isSaved: true))
    }

    private func settle(_ asked: PlainRequest) async throws -> Response {
        let (id, version) = (try asked.task(), try asked.fields.version())
        guard let choice = asked.fields["choice"].flatMap({ Int($0) }) else {
            throw FormFields.expected("choice", "the number of a value")
        }
        let field = FieldName(asked.fields["field"] ?? "")
        let refused: [Refusal]
        do throws(ExchangeFault) {
            refused = try await asked.family.forms.settle(
                field, of: id, with: choice, shownIn: version, by: asked.author)
        } catch {
            return try await task(asked, id, status: ServerFault.status(of: error.code)) {
                $0.reasons.append(error.message)
            }
        }
        if refused.isEmpty { return PlainPage.seeOther(asked.address.task(id, isSaved: true)) }
        return try await task(asked, id, status: .forbidden) {
            $0.notices += refused.map { $0.words(asked.messages) }
        }
    }

    // MARK: Parts

    private static func newID() -> DocumentID {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
