// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Testing

/// A document in the folder Samples, with its validity in its name.
struct SchemaSample: CustomTestStringConvertible, Sendable {
    let kind: String
    let name: String
    let value: JSON

    var isValid: Bool { name.hasPrefix("valid-") }
    var testDescription: String { "\(kind)/\(name)" }

    static let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// All samples of a kind, sorted by name.
    static func all(of kind: String) throws -> [SchemaSample] {
        let folder = testFolder.appendingPathComponent("Samples/\(kind)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            return SchemaSample(kind: kind, name: name, value: try JSON.parse(Array(bytes)))
        }
    }
}
