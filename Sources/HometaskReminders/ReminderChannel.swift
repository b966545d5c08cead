// SPDX-License-Identifier: Apache-2.0

// Embedded Swift for WebAssembly has no concurrency: what is compiled so works out reminders and delivers none.
#if !hasFeature(Embedded)
/// A way to send reminders: a terminal, an e-mail, a text message.
public protocol ReminderChannel: Sendable {
    /// Delivers a message. It counts as sent once this returns, and is noted then; a device that is switched off in
    /// between delivers it a second time, with the same id.
    ///
    /// - Throws: whatever kept it from being delivered, as words for people; it is tried again later then.
    func deliver(_ message: ReminderMessage) async throws
}
#endif
