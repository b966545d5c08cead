// SPDX-License-Identifier: Apache-2.0

extension FamilyDraft {
    /// Checks a family's name and removes surrounding spaces.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if the name is empty, contains control characters, or has more than
    ///   100 characters.
    public static func checkedName(_ text: String) throws -> String { try NameChecker(noun: "family").checked(text) }

    /// Checks a member's name like a family's, and removes surrounding spaces.
    public static func checkedMemberName(_ text: String) throws -> String {
        try NameChecker(noun: "member").checked(text)
    }

    /// Checks a device's name like a family's, and removes surrounding spaces.
    public static func checkedDeviceName(_ text: String) throws -> String {
        try NameChecker(noun: "device").checked(text)
    }
}
