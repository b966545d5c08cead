// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// A document that users can refer to by name; it may be in the trash.
protocol NamedThing {
    var id: DocumentID { get }
    var name: String { get }
    var isDeleted: Bool { get }
}

extension CommentRecord: NamedThing {}
extension HuntRecord: NamedThing {}
extension NoteRecord: NamedThing {}
extension PinRecord: NamedThing {}
extension TemplateRecord: NamedThing {}
