// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

/// The addresses of a phone's plain pages.
struct PlainAddress: Sendable {
    let device: DocumentID

    /// The common prefix of the addresses.
    var root: String { "/plain/\(device)/" }

    /// Returns the address of a list, with its search if there is one.
    ///
    /// - Parameter isSaved: whether the page confirms a save.
    func list(_ place: ShownList, isSaved: Bool = false) -> String {
        var fields = ["list=\(place.list.rawValue)"]
        if !place.search.isEmpty { fields.append("search=\(FormFields.encoded(place.search))") }
        if place.isWhole { fields.append("all=1") }
        if isSaved { fields.append("saved=1") }
        return root + "?" + fields.joined(separator: "&")
    }

    var newTask: String { root + "tasks" }
    var completions: String { root + "completions" }
    var signOut: String { root + "sign-out" }

    /// Returns the address of a task's page; `isSaved` makes the page confirm a save.
    func task(_ id: DocumentID, isSaved: Bool = false) -> String { root + "tasks/\(id)" + (isSaved ? "?saved=1" : "") }

    func comments(of task: DocumentID) -> String { self.task(task) + "/comments" }
    func conflicts(of task: DocumentID) -> String { self.task(task) + "/conflicts" }

    /// A list and the search in it.
    struct ShownList: Hashable, Sendable {
        var list = PhoneList.today
        var search = ""
        /// Whether all tasks of the list are shown, regardless of their number.
        var isWhole = false

        init() {}

        /// Reads the list and search from the fields of an address or a form.
        init(_ fields: FormFields) {
            list = fields["list"].flatMap { PhoneList(rawValue: $0) } ?? .today
            search = TaskForm.line(fields["search"] ?? "")
            isWhole = fields["all"] == "1"
        }
    }
}
