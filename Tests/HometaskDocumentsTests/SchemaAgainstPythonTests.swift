// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Schemas
import TestSupport
import Testing

@Suite("Validation against Python's jsonschema")
struct SchemaAgainstPythonTests {
    @Test("Both give the same verdict on every sample and on many mutations of them")
    func verdicts() throws {
        var mutation = SchemaMutation(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        var instances: [(kind: String, value: JSON)] = []
        for kind in SchemaFiles.kinds {
            let samples = try SchemaSample.all(of: kind)
            instances += samples.map { (kind, $0.value) }
            for sample in samples where sample.isValid {
                for _ in 0..<60 {
                    let once = mutation.mutated(sample.value)
                    guard once.objectValue != nil else { continue }
                    instances += [(kind, once), (kind, mutation.mutated(once))].filter { $0.1.objectValue != nil }
                }
            }
        }
        let theirs = try Self.verdicts(instances)
        try #require(theirs.count == instances.count)
        #expect(Set(theirs) == ["valid", "invalid"])
        for (instance, their) in zip(instances, theirs) {
            let faults = Schema.of(DocumentKind(rawValue: instance.kind))?.validate(instance.value.objectValue ?? [:])
            let ours = try #require(faults).isEmpty ? "valid" : "invalid"
            #expect(ours == their, "\(instance.kind): \(instance.value.compactText), \(SeededGenerator.note)")
        }
    }

    /// Python's verdict on each instance.
    private static func verdicts(_ instances: [(kind: String, value: JSON)]) throws -> [String] {
        let lines = instances.map { "\($0.kind)\t\($0.value.compactText)\n" }.joined()
        let script = SchemaSample.testFolder.appendingPathComponent("validate_samples.py")
        let schemas = SchemaSample.testFolder.appendingPathComponent("../../Schemas")
        let output = try Python.run([script.path, schemas.path], input: lines)
        return output.split(separator: "\n").map(String.init)
    }
}
