// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Something that people refer to, which may be in the trash.
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
