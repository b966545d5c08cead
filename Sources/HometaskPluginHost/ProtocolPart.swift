// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol
import Synchronization

/// Holds what plugins say to the published schema of the protocol while they run.
///
/// The member `changes` is left out, of which there may be very many: ``PluginChange`` holds each to the same, one by
/// one, and an import continues without those that are malformed.
enum ProtocolPart {
    private static let schemas = Mutex<[String: Schema?]>([:])

    /// Holds the answer to a request.
    ///
    /// - Throws: `PluginFault` (`garbage`) that names the member, what was expected and what was found.
    static func hold(_ result: JSONObject, to method: String) throws(PluginFault) {
        if let fault = fault(in: result, held: method.replacing("/", with: "-") + "-result") {
            throw PluginFault(.garbage, "gave an invalid answer to ‘\(method)’: \(fault)")
        }
    }

    /// Holds the parameters of a notification.
    ///
    /// - Throws: `PluginFault` (`garbage`) that names the member, what was expected and what was found.
    static func hold(_ params: JSONObject, ofNotification method: String) throws(PluginFault) {
        if let fault = fault(in: params, held: "\(method)-params") {
            throw PluginFault(.garbage, "sent an invalid ‘\(method)’: \(fault)")
        }
    }

    /// What is wrong with an object that should be a part of the protocol; nil if nothing is, or there is no such part.
    static func fault(in object: JSONObject, held part: String) -> String? {
        if let changes = object["changes"], changes.arrayValue == nil {
            return "‘changes’ should be a list, but is \(changes.excerpt(limit: 40))"
        }
        // The schema says no more of these, and somebody waits for a hook: reading it would cost more than all the rest.
        if part == "hook-after-change-result" || part == "hook-before-commit-result" && object["refuse"] == nil {
            return nil
        }
        var rest = object
        if object["changes"] != nil { rest["changes"] = [] }
        guard let fault = schema(part)?.validate(rest).first else { return nil }
        let place = fault.pointer.isEmpty ? "it" : "‘\(fault.pointer.dropFirst())’"
        return "\(place) should be \(fault.expected), but is \(fault.found)"
    }

    private static func schema(_ part: String) -> Schema? {
        schemas.withLock { schemas in
            if let known = schemas[part] { return known }
            let schema = try? PluginSchemas.part(part)
            schemas[part] = .some(schema)
            return schema
        }
    }
}
