// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Schemas
import Testing

@Suite("The documents' schemas")
struct SchemaSampleTests {
    @Test("Every kind has a readable schema", arguments: SchemaFiles.kinds)
    func schemas(kind: String) throws {
        let schema = try Schema(try #require(SchemaFiles.bytes(of: kind)))
        #expect(Schema.of(DocumentKind(rawValue: kind))?.fields == schema.fields)
        #expect(schema.title.lowercased() == kind)
        #expect(schema.required.contains("id") && schema.required.contains("kind"))
        #expect(
            schema.fields.allSatisfy {
                $0.name == "created" || !$0.description.isEmpty || $0.name == "location" || $0.name == "about"
            })
    }

    @Test("Every file in the folder of schemas is compiled in, byte for byte")
    func files() throws {
        let folder = SchemaSample.testFolder.appendingPathComponent("../../Schemas")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        let plugins = ["plugin": SchemaFiles.pluginManifest, "plugin-protocol": SchemaFiles.pluginProtocol]
        #expect(names.sorted() == (SchemaFiles.kinds + plugins.keys).map { "\($0).schema.json" }.sorted())
        for (name, compiled) in plugins {
            let bytes = try Data(contentsOf: folder.appendingPathComponent("\(name).schema.json"))
            #expect(compiled == Array(bytes), "\(name)")
        }
        for kind in SchemaFiles.kinds {
            let bytes = try Data(contentsOf: folder.appendingPathComponent("\(kind).schema.json"))
            #expect(SchemaFiles.bytes(of: kind) == Array(bytes), "\(kind)")
        }
    }

    @Test("Valid samples pass, and invalid ones fail for the one reason in their name", arguments: SchemaFiles.kinds)
    func samples(kind: String) throws {
        let schema = try #require(Schema.of(DocumentKind(rawValue: kind)))
        let samples = try SchemaSample.all(of: kind)
        #expect(samples.count { $0.isValid } >= 2)
        #expect(samples.count { !$0.isValid } >= 4)
        for sample in samples {
            let faults = schema.validate(try #require(sample.value.objectValue))
            #expect(faults.count == (sample.isValid ? 0 : 1), "\(sample.testDescription): \(faults)")
        }
    }

    private static let faultCases: [(kind: String, name: String, description: String)] = [
        (
            "task", "title-missing",
            #"the document should be an object with the member “title”, but is an object without it"#
        ),
        (
            "task", "title-with-c1-control",
            #"/title should be one line of text without control characters, but is "Buy\u{9b}milk""#
        ),
        (
            "task", "assignee-in-upper-case",
            #"/assignees/0 should be a UUID in lower case, but is "5F0C0B6E-7A54-4F37-9C1D-0E8F6B2A1C3D""#
        ),
        ("task", "due-empty", "/due should be one of its 2 forms: with “date” or “at”, but is {}"),
        ("task", "due-on-30-february", #"/due/date should be a date such as 2026-11-27, but is "2026-02-30""#),
        ("task", "priority-urgent", #"/priority should be high, medium or low, but is "urgent""#),
        ("task", "points-negative", "/points should be a number from 0 to 100000, but is -1"),
        ("task", "points-and-a-half", "/points should be a whole number, but is 1.5"),
        ("member", "color-in-upper-case", ##"/color should be a colour such as #3366cc, but is "#3366CC""##),
        ("member", "name-empty", #"/name should be a text that is not empty, but is """#),
        (
            "family", "email-without-at",
            #"/email should be an e-mail address such as mia@example.org, but is "home.example.org""#
        ),
        (
            "view", "sort-with-blank",
            #"/sort should be names of fields such as due,-priority, but is "due, priority""#
        ),
    ]

    @Test(
        "A fault gives its place, the expectation and the value found",
        arguments: faultCases)
    func faults(kind: String, name: String, description: String) throws {
        let schema = try #require(Schema.of(DocumentKind(rawValue: kind)))
        let sample = try #require(try SchemaSample.all(of: kind).first { $0.name == "invalid-\(name).json" })
        #expect(schema.validate(try #require(sample.value.objectValue)).map(\.description) == [description])
    }
}
