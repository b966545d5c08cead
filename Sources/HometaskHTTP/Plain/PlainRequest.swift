// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// A phone's request for a plain page, or its submission of a form.
struct PlainRequest {
    let request: Request
    let context: PhoneContext
    let messages: PageMessages
    let phone: SignedInPhone
    let family: ServedFamily
    /// The fields of the form or the address.
    let fields: FormFields

    var author: FormAuthor { FormAuthor(device: phone.device, member: phone.member) }
    var address: PlainAddress { PlainAddress(device: phone.device) }
    /// The list that the request names.
    var place: PlainAddress.ShownList { PlainAddress.ShownList(fields) }

    /// Returns the id of the task in the path.
    ///
    /// - Throws: ``ServerFault`` (404) if the path component is not an id.
    func task() throws(ServerFault) -> DocumentID {
        guard let task = context.parameters.get("task").flatMap({ DocumentID($0) }) else { throw ServerFault.notFound }
        return task
    }

    /// The submitted form of a task. Unknown fields are ignored.
    var form: TaskForm {
        var form = TaskForm()
        form.title = fields["title"].map(TaskForm.line)
        form.description = fields["description"].map(TaskForm.lines)
        form.due = fields["due"].map(TaskForm.line)
        form.rule = fields["repeat"].map(TaskForm.line)
        form.tags = fields["tags"].map(TaskForm.line)
        form.category = fields["category"]
        form.priority = fields["priority"]
        form.newItem = fields["item"].map(TaskForm.line)
        form.isOfSeries = fields["scope"] == "series"
        let groups = fields.all("group")
        if groups.contains("for") { form.assignees = Set(fields.all("for").compactMap { DocumentID($0) }) }
        if groups.contains("done") { form.doneItems = Set(fields.all("done")) }
        return form
    }
}
