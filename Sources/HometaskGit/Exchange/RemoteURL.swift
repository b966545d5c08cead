// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// Parts of a remote's address that can be shown without revealing a secret.
public enum RemoteURL {
    /// Removes the user part (`user:password@`) from every address with a scheme in a text. Everything after a question
    /// mark, which may be a token, is replaced with `…`.
    public static func redacting(_ text: String) -> String {
        guard text.contains("://") else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            result.append(bytes[index])
            index += 1
            guard result.count >= 3, result.suffix(3).elementsEqual("://".utf8) else { continue }
            let end = bytes[index...].firstIndex(where: endsAuthority) ?? bytes.count
            if let at = bytes[index..<end].lastIndex(of: UInt8(ascii: "@")) { index = at + 1 }
            let addressEnd = bytes[index...].firstIndex { $0 <= UInt8(ascii: " ") || "'\"".utf8.contains($0) }
            if let query = bytes[index..<(addressEnd ?? bytes.count)].firstIndex(of: UInt8(ascii: "?")) {
                result += bytes[index...query] + Array("…".utf8)
                index = addressEnd ?? bytes.count
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns whether the user part of an address has a password or a token that any reader could use.
    public static func holdsSecret(_ address: String) -> Bool {
        guard let scheme = address.firstRange(of: "://") else { return false }
        let authority = address[scheme.upperBound...].utf8.prefix { !endsAuthority($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let parts = authority[..<at].split(separator: UInt8(ascii: ":"), maxSplits: 1)
        // A token may be in the place of the user name, with an empty or meaningless password.
        return parts.count > 1 || (parts.first?.count ?? 0) >= 20
    }

    /// Returns whether a byte ends the authority of an address: the start of the path, the query or the fragment, a
    /// space or a quotation mark.
    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || "/?#'\"".utf8.contains(byte)
    }
}

extension RemoteURL {
    /// Rejects an address that git would take for an option, or that names a program to run.
    static func check(_ address: String) throws(TransportError) {
        let isProgram = ["ext::", "fd::"].contains { address.hasPrefix($0) }
        let isOption = address.hasPrefix("-") || address.isEmpty || address.utf8.contains { $0 < 32 }
        guard isProgram || isOption else { return }
        throw TransportError(.unsupported, remote: address, lines: ["this address is not allowed for a remote"])
    }

    /// Returns the path, if an address is a location in this machine's file system.
    public static func localPath(_ address: String) -> String? {
        if address.hasPrefix("file://") { return String(address.dropFirst("file://".count)) }
        guard !address.contains("://") else { return nil }
        // `host:path` is ssh, unless a slash comes first.
        let beforeColon = address.prefix { $0 != ":" }
        return beforeColon.count == address.count || beforeColon.contains("/") ? address : nil
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

extension RemoteURL {
    /// The values of `receive.denyCurrentBranch` that make git accept a push into a working tree.
    private static let takingSettings = ["false", "ignore", "warn", "updateinstead", "no", "off", "0"]

    /// Returns the working tree at an address on this machine, if git would refuse a push to its checked-out branch;
    /// nil if the address has no working tree, or if its settings allow the push.
    public static func workingFolder(at address: String) -> String? {
        guard let path = localPath(address), let repository = try? Repository.open(at: path),
            let folder = repository.workingDirectory
        else { return nil }
        let setting = (try? repository.configuration.value(of: "receive.denyCurrentBranch"))?.lowercased() ?? "refuse"
        return takingSettings.contains(setting) ? nil : folder
    }
}
