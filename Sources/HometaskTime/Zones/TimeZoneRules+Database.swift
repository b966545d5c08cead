// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
import HometaskPlatform

// The only input of this module: the machine's time zone database. For systems without files, see
// `TimeZoneRules+Given.swift`.

extension TimeZoneRules {
    /// Loads the rules of a zone from the machine's time zone database: the folder named by the environment variable
    /// TZDIR, or else `/usr/share/zoneinfo`. `UTC` needs no file.
    ///
    /// - Throws: ``TimeZoneError`` for an identifier that could escape the folder, an unknown zone, or a damaged file.
    public init(identifier: String) throws(TimeZoneError) {
        if identifier == "UTC" {
            self = .utc
            return
        }
        guard Self.isIdentifier(identifier) else { throw TimeZoneError(.badIdentifier, identifier: identifier) }
        let folder = environmentValue("TZDIR") ?? "/usr/share/zoneinfo"
        guard let bytes = contents(of: folder + "/" + identifier) else {
            throw TimeZoneError(.unknownZone, identifier: identifier)
        }
        try self.init(identifier: identifier, tzif: bytes)
    }

    /// Returns the machine's time zone: the environment variable TZ, or else the target of the symbolic link
    /// `/etc/localtime`. Nil if neither names a zone.
    public static func machineIdentifier() -> String? {
        if let name = environmentValue("TZ") {
            let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
            return isIdentifier(bare) ? bare : nil
        }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let length = readlink("/etc/localtime", &buffer, buffer.count)
        guard length > 0 else { return nil }
        let target = String(decoding: buffer[..<length], as: UTF8.self)
        let parts = target.split(separator: "/")
        guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(folder + 1)...].joined(separator: "/")
        return isIdentifier(name) ? name : nil
    }
}

/// The value of an environment variable, nil if it is unset or empty.
private func environmentValue(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// The bytes of a regular file of bounded size, or nil if there is no such file.
private func contents(of path: String) -> [UInt8]? {
    // Without O_NONBLOCK, opening a named pipe would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while result.count <= TimeZoneFile.greatestSize {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return nil }
        if count == 0 { return result }
        result += buffer[..<count]
    }
    return result
}
#endif
