// SPDX-License-Identifier: Apache-2.0

/// The folders that notes are in: `House/Keys` is the folder Keys inside the folder House.
///
/// A folder exists as long as it contains a note.
public enum NoteFolder {
    /// The maximum length of a folder's path, in code points, as in the schema.
    static let longest = 500

    /// Normalises a typed folder path: no spaces around names, and no leading or trailing slashes.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if a name is blank or has a control character, or if the path is too
    ///   long.
    public static func checked(_ text: String) throws(ReplicaError) -> String {
        func refusal(_ fault: String) -> ReplicaError {
            ReplicaError(
                .invalidValue, "‘\(text)’ is not a folder: \(fault)",
                hint: "Write it like House, or House/Keys for the folder Keys inside House.")
        }
        var parts = trimmed(text[...]).split(separator: "/", omittingEmptySubsequences: false)[...]
        if parts.first?.isEmpty == true { parts.removeFirst() }
        if parts.last?.isEmpty == true { parts.removeLast() }
        let names = parts.map(trimmed)
        if names.isEmpty || names.contains("") { throw refusal("a name in it is blank") }
        let folder = names.joined(separator: "/")
        let isForeign: (Unicode.Scalar) -> Bool = {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x2029
        }
        if folder.unicodeScalars.contains(where: isForeign) { throw refusal("it has a control character") }
        let length = folder.unicodeScalars.count
        if length > longest { throw refusal("it is \(length) characters long, and may be \(longest)") }
        return folder
    }

    /// Whether a folder is the same as another or inside it, in any letter case.
    public static func contains(_ outer: String, _ folder: String) -> Bool {
        let (outer, folder) = (outer.lowercased(), folder.lowercased())
        return folder == outer || folder.hasPrefix(outer + "/")
    }

    private static func trimmed(_ name: Substring) -> String {
        let head = name.drop { $0.isWhitespace }
        return String(head.reversed().drop { $0.isWhitespace }.reversed())
    }
}
