// SPDX-License-Identifier: Apache-2.0

// Embedded Swift for WebAssembly has no concurrency, so there reminders are only computed and not delivered.
#if !hasFeature(Embedded)
/// A way to send reminders: a terminal, an e-mail, a text message.
public protocol ReminderChannel: Sendable {
    /// Delivers a message. The message counts as sent when this returns, and is then recorded. A device that is
    /// switched off in between delivers it a second time, with the same id.
    ///
    /// - Throws: why the message could not be delivered, worded for people; delivery is then tried again later.
    func deliver(_ message: ReminderMessage) async throws
}
#endif
