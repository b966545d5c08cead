// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
public import HometaskReminders
public import HometaskReplica

/// Finds channels by their names.
public struct ReminderChannels: Sendable {
    private let find: @Sendable (String, any Replica) async throws -> (any ReminderChannel)?

    /// Creates a source of channels.
    ///
    /// - Parameter find: returns the channel with a name for a family's replica; nil if there is none, or if it is not
    ///   enabled on this device.
    public init(find: @escaping @Sendable (String, any Replica) async throws -> (any ReminderChannel)?) {
        self.find = find
    }

    /// No channels besides the program's own.
    public static let none = ReminderChannels { _, _ in nil }

    /// Returns the channel with a name.
    ///
    /// - Throws: `ReplicaError.Code.notConfigured`, which names the channel, if there is none.
    public func channel(_ name: String, of replica: any Replica) async throws -> any ReminderChannel {
        if let channel = try await find(name, replica) { return channel }
        throw ReplicaError(
            .notConfigured, "there is no enabled channel ‘\(name)’ on this device",
            hint: "Enable the plugin that provides it, or let another device send: 'hometask remind take'.")
    }
}
