// SPDX-License-Identifier: Apache-2.0

// Embedded Swift for WebAssembly has no concurrency, so there reminders are only computed and not delivered.
#if !hasFeature(Embedded)
/// A transport for reminders, such as a terminal, email or text messages.
public protocol ReminderChannel: Sendable {
    /// Delivers a message. The message counts as sent when this returns, and is then recorded. If the device is
    /// switched off in between, the message is delivered a second time, with the same id.
    ///
    /// - Throws: a user-facing error if the message could not be delivered; delivery is retried later.
    func deliver(_ message: ReminderMessage) async throws
}
#endif
