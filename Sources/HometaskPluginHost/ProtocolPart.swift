// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol
import Synchronization

/// Checks the messages of running plugins against the published schema of the protocol.
///
/// The member `changes` is left out, because it may be very long: ``PluginChange`` checks each change in the same way,
/// and an import continues without the malformed ones.
enum ProtocolPart {
    private static let schemas = Mutex<[String: Schema?]>([:])

    /// Checks the answer to a request.
    ///
    /// - Throws: `PluginFault` (`garbage`) that names the member, the expected value and the value found.
    static func hold(_ result: JSONObject, to method: String) throws(PluginFault) {
        if let fault = fault(in: result, held: method.replacing("/", with: "-") + "-result") {
            throw PluginFault(.garbage, "gave an invalid answer to ‘\(method)’: \(fault)")
        }
    }

    /// Checks the parameters of a notification.
    ///
    /// - Throws: `PluginFault` (`garbage`) that names the member, the expected value and the value found.
    static func hold(_ params: JSONObject, ofNotification method: String) throws(PluginFault) {
        if let fault = fault(in: params, held: "\(method)-params") {
            throw PluginFault(.garbage, "sent an invalid ‘\(method)’: \(fault)")
        }
    }

    /// Returns the fault of an object that should match a part of the protocol; nil if it matches, or if the part does
    /// not exist.
    static func fault(in object: JSONObject, held part: String) -> String? {
        if let changes = object["changes"], changes.arrayValue == nil {
            return "‘changes’ should be a list, but is \(changes.excerpt(limit: 40))"
        }
        // The user waits for a hook, and parsing the schema would cost more than everything else, although it does not
        // restrict these answers further.
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
