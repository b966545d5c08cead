// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
public import HometaskReminders
public import HometaskReplica

/// Where channels come from, by their names.
public struct ReminderChannels: Sendable {
    private let find: @Sendable (String, any Replica) async throws -> (any ReminderChannel)?

    /// Channels.
    ///
    /// - Parameter find: gives the channel of a name for a family's replica; nil if it has none, or where it is not
    ///   enabled on this device.
    public init(find: @escaping @Sendable (String, any Replica) async throws -> (any ReminderChannel)?) {
        self.find = find
    }

    /// No channels but those that a program has of its own.
    public static let none = ReminderChannels { _, _ in nil }

    /// The channel of a name.
    ///
    /// - Throws: `ReplicaError.Code.notConfigured`, which names it, where there is none.
    public func channel(_ name: String, of replica: any Replica) async throws -> any ReminderChannel {
        if let channel = try await find(name, replica) { return channel }
        throw ReplicaError(
            .notConfigured, "there is no enabled channel ‘\(name)’ on this device",
            hint: "Enable the plugin that provides it, or let another device send: 'hometask remind take'.")
    }
}
