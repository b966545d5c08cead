// SPDX-License-Identifier: Apache-2.0

/// Quotation marks in messages: ‘curly’ quotes for names, 'straight' quotes for commands.
public enum Quotation {
    /// Quotes a name, truncated to 60 characters. In commits, ``CommitMessage/quoted(_:)`` quotes names.
    public static func of(_ name: String) -> String {
        name.count > 60 ? "‘\(name.prefix(59))…’" : "‘\(name)’"
    }
}
