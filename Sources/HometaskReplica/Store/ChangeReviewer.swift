// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// Looks at the changes of a replica before they are committed, and hears of them afterwards.
public protocol ChangeReviewer: Sendable {
    /// Whether it looks at what people edited by hand, too, before that is committed; then ``HandEditReport/command``
    /// is the command.
    var seesHandEdits: Bool { get }

    /// Looks at a change before it is committed. No lock is held in the meantime. It may change more through the
    /// transaction.
    ///
    /// Where another process was faster, a change is made again on the newer version, and reviewed again.
    ///
    /// - Throws: where the change must not be; nothing is written then.
    func review(_ transaction: Transaction, command: String?) throws

    /// Hears of a change that was committed here.
    func committed(_ changes: [DocumentChange], command: String?)
}

extension ChangeReviewer {
    /// False: a reviewer that does not say otherwise sees commands only, and no edits by hand.
    public var seesHandEdits: Bool { false }
}
