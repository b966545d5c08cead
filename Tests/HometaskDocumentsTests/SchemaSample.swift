// SPDX-License-Identifier: Apache-2.0
import Foundation
import HometaskDocuments
import Testing

/// A document of the folder Samples, whose name says whether it is valid.
struct SchemaSample: CustomTestStringConvertible, Sendable {
    let kind: String
    let name: String
    let value: JSON

    var isValid: Bool { name.hasPrefix("valid-") }
    var testDescription: String { "\(kind)/\(name)" }

    static let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// All samples of a kind, in the order of their names.
    static func all(of kind: String) throws -> [SchemaSample] {
        let folder = testFolder.appendingPathComponent("Samples/\(kind)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            return SchemaSample(kind: kind, name: name, value: try JSON.parse(Array(bytes)))
        }
    }
}
