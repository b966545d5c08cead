// SPDX-License-Identifier: Apache-2.0

/// Quotation marks for messages: names stand in ‘curly’ ones, and commands in 'straight' ones, as they are typed.
public enum Quotation {
    /// A name in quotation marks, shortened to 60 characters. In commits, ``CommitMessage/quoted(_:)`` quotes names.
    public static func of(_ name: String) -> String {
        name.count > 60 ? "‘\(name.prefix(59))…’" : "‘\(name)’"
    }
}
