// SPDX-License-Identifier: Apache-2.0

extension FamilyDraft {
    /// A family's name without blanks around it.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` where it is empty, has control characters or over 100 characters.
    public static func checkedName(_ text: String) throws -> String { try NameChecker(noun: "family").checked(text) }

    /// A member's name without blanks around it, checked like the family's.
    public static func checkedMemberName(_ text: String) throws -> String {
        try NameChecker(noun: "member").checked(text)
    }

    /// A device's name without blanks around it, checked like the family's.
    public static func checkedDeviceName(_ text: String) throws -> String {
        try NameChecker(noun: "device").checked(text)
    }
}
