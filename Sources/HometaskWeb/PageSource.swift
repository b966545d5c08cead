// SPDX-License-Identifier: Apache-2.0

import CPage

/// The files in the folder `Page`, unmodified.
enum PageSource {
    /// The bytes of each file, by its path in the folder.
    static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var next = hometask_page_files()
        while let file = next?.pointee, let name = file.name {
            files[String(cString: name)] = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            next = next?.successor()
        }
        return files
    }()

    /// Returns the bytes of a file in the folder.
    static func bytes(_ name: String) -> [UInt8] {
        guard let bytes = files[name] else { preconditionFailure("the page has no file '\(name)'") }
        return bytes
    }

    /// Returns the text of a file in the folder.
    static func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
}
