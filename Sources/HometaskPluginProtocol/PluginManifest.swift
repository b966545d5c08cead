// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import Schemas

/// A plugin's `plugin.json`: its name and version, how it is started, what it offers and what it needs.
public struct PluginManifest: Hashable, Sendable {
    /// The permanent id: lower-case letters, digits, dots and dashes; also the namespace of the fields that the plugin
    /// adds to documents.
    public var id: String
    /// The display name of the plugin.
    public var name: String
    /// The version of the plugin, for people.
    public var version: String
    /// The purpose of the plugin, in a sentence.
    public var summary: String
    /// The protocol versions that the plugin supports.
    public var protocols: [Int]
    /// The path of the program, relative to the plugin's folder and always inside it. Nil if the plugin only has
    /// fields.
    public var program: String?
    /// The arguments that the program is started with.
    public var arguments: [String]
    /// The plugin's offers, by kind; a kind missing from the file is empty.
    public var offers: PluginOffers
    /// The plugin's settings on a device; nil if they are not declared, so that any name can be set.
    public var settings: [PluginSetting]?
    /// The permissions that the plugin needs.
    public var needs: PluginNeeds

    /// The name of the file in a plugin's folder.
    public static let fileName = "plugin.json"
    /// The maximum size of a manifest, in bytes, and its maximum nesting depth.
    public static let limits = JSONLimits(bytes: 256 << 10, depth: 40)

    /// Reads a manifest from the bytes of its file. Unknown members are ignored.
    ///
    /// - Throws: `ManifestError` that names the member, what was expected and what was found.
    public init(_ bytes: [UInt8]) throws(ManifestError) {
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject.parse(bytes, limits: Self.limits)
        } catch {
            throw ManifestError("\(error)")
        }
        try self.init(object)
    }

    /// Creates a manifest from its members.
    public init(_ object: JSONObject) throws(ManifestError) {
        let schema: Schema
        do throws(SchemaError) {
            schema = try PluginSchemas.manifest()
        } catch {
            throw ManifestError("the schema of manifests cannot be used: \(error)")
        }
        if let fault = schema.validate(object).first {
            let place = fault.pointer.isEmpty ? "it" : "‘\(fault.pointer.dropFirst())’"
            throw ManifestError("\(place) should be \(fault.expected), but is \(fault.found)")
        }
        self.init(trusted: object)
        try checkProgram()
        try checkNames()
        try checkPatterns()
    }

    /// Creates a manifest from members that have already been validated, without validating them again.
    public init(trusted object: JSONObject) {
        id = object.text("id")
        name = object["name"]?.stringValue ?? object.text("id")
        version = object.text("version")
        summary = object.text("summary")
        protocols = (object["protocol"]?.arrayValue ?? []).compactMap(\.intValue)
        program = object["program"]?.stringValue
        arguments = object.texts("arguments")
        offers = PluginOffers(object["offers"]?.objectValue ?? [:])
        settings = object["settings"]?.arrayValue?.compactMap(\.objectValue).map { PluginSetting($0) }
        needs = PluginNeeds(object["needs"]?.objectValue ?? [:])
    }

    private func checkProgram() throws(ManifestError) {
        guard let program else {
            if offers.hooks.isEmpty, offers.named.allSatisfy(\.names.isEmpty) { return }
            throw ManifestError("‘program’ is missing; only a plugin that offers nothing but fields needs none")
        }
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        if program.hasPrefix("/") || parts.contains("..") || parts.contains("") {
            throw ManifestError(
                "‘program’ should be a path below the plugin's folder, but is \(program.excerpt(limit: 60))")
        }
    }

    /// Refuses duplicate names of offers, which would be ambiguous.
    private func checkNames() throws(ManifestError) {
        for (member, offered) in offers.named.map({ ("offers/\($0.member)", $0.names) })
            + [("settings", (settings ?? []).map(\.name))]
        {
            var seen: Set<String> = []
            for name in offered where !seen.insert(name).inserted {
                throw ManifestError("‘\(member)’ should name each thing once, but has ‘\(name)’ twice")
            }
        }
        for (kind, fields) in offers.fields { try check(fields, of: kind) }
    }

    /// Checks that each pattern is a regular expression that matches its example.
    private func checkPatterns() throws(ManifestError) {
        for channel in offers.channels {
            guard let address = channel.address else { continue }
            let place = "offers/channels/\(channel.name)/address"
            try check(address.pattern, at: place)
            if let example = address.example, !address.accepts(example) {
                throw ManifestError("‘\(place)’ should have a valid example, but has ‘\(example)’")
            }
        }
        for setting in settings ?? [] {
            try check(setting.pattern, at: "settings/\(setting.name)")
            if let example = setting.example, setting.expectation(of: example) != nil {
                throw ManifestError(
                    "‘settings/\(setting.name)’ should have a valid example, but has ‘\(example)’")
            }
        }
    }

    private func check(_ pattern: PluginPattern?, at place: String) throws(ManifestError) {
        do throws(SchemaError) {
            try pattern?.check()
        } catch {
            throw ManifestError("‘\(place)/pattern’ cannot be used: \(error)")
        }
    }

    /// Checks that a field can be typed in a query and has a known merge rule.
    private func check(_ fields: JSONObject, of kind: DocumentKind) throws(ManifestError) {
        let place = "offers/fields/\(kind.rawValue.excerpt(limit: 60))"
        do throws(SchemaError) {
            _ = try Schema(extending: fields)
        } catch {
            throw ManifestError("‘\(place)’ cannot be used as a schema: \(error)")
        }
        var seen: Set<String> = []
        for (name, schema) in fields.members {
            let name = name.string
            guard Self.isFieldName(name) else {
                throw ManifestError(
                    "‘\(place)’ should name fields with a letter and then letters, digits, dashes and underscores, but names ‘\(name.excerpt(limit: 60))’"
                )
            }
            guard seen.insert(name.lowercased()).inserted else {
                throw ManifestError(
                    "‘\(place)’ should name each field once, in any letter case, but has ‘\(name)’ twice")
            }
            try checkLimits(schema, at: "\(place)/\(name)")
            if let items = schema["items"] { try checkLimits(items, at: "\(place)/\(name)/items") }
            guard let rule = schema["x-merge"]?.stringValue else {
                throw ManifestError("‘\(place)/\(name)’ needs a merge rule in x-merge")
            }
            guard rule != MergeRule.set.rawValue || schema["type"] == "array" && schema["items"]?["type"] == "string"
            else { throw ManifestError("‘\(place)/\(name)’ merges as a set, so it should be a list of texts") }
        }
    }

    /// Refuses a schema whose minimum exceeds its maximum, because no value satisfies such a schema.
    private func checkLimits(_ schema: JSON, at place: String) throws(ManifestError) {
        for (least, most) in [("minimum", "maximum"), ("minLength", "maxLength")] {
            guard let low = schema[least]?.doubleValue, let high = schema[most]?.doubleValue, low > high else {
                continue
            }
            throw ManifestError("‘\(place)’ accepts no value: its \(least) exceeds its \(most)")
        }
    }

    /// Whether people can type the name of a field in a query.
    private static func isFieldName(_ name: String) -> Bool {
        let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 60 else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
    }
}

/// The reason why a `plugin.json` is invalid.
public struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the fault, with the name of the member.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The JSON Schemas of the protocol, compiled into the program.
public enum PluginSchemas {
    /// Returns the schema of `plugin.json`.
    public static func manifest() throws(SchemaError) -> Schema { try Schema(SchemaFiles.pluginManifest) }

    /// Returns the schema of one part of the protocol: a method's parameters or its result (`initialize-result`).
    public static func part(_ name: String) throws(SchemaError) -> Schema {
        guard var part = parts[name]?.objectValue else {
            throw SchemaError("there is no part ‘\(name)’ of the protocol")
        }
        part["$defs"] = .object(parts)
        return try Schema(part.compactBytes())
    }

    /// All parts by name, loaded lazily.
    private static let parts: JSONObject =
        (try? JSONObject.parse(SchemaFiles.pluginProtocol))?["$defs"]?.objectValue ?? JSONObject()
}
