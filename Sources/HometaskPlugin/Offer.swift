// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// One offer of a plugin, with the code that carries it out.
///
/// Errors that this code throws are shown to the user; throw an `RPCError` to add a hint about what to do next.
public struct Offer {
    /// The method with which the host requests it.
    let method: String
    /// The name of the offer; nil for hooks, which have none.
    let name: String?
    /// Carries out a call and returns its result.
    let run: (Call) throws -> JSONObject

    /// A command, `hometask NAME …`: prints, and proposes changes.
    public static func command(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.runCommand, name) { call in
            try body(call)
            return ["status": .number(JSONNumber(call.status))]
        }
    }

    /// A format for export, `hometask export NAME`: prints or writes the file.
    public static func exporter(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.export, name) { call in
            try body(call)
            return call.notes.isEmpty ? [:] : ["notes": .array(call.notes)]
        }
    }

    /// A format for import, `hometask import NAME`: reads the source, proposes changes, and reports the parts that it
    /// could not read.
    public static func importer(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.import, name) { call in
            try body(call)
            var result = JSONObject()
            if !call.faults.isEmpty { result["faults"] = .array(call.faults) }
            if !call.notes.isEmpty { result["notes"] = .array(call.notes) }
            return result
        }
    }

    /// A channel for reminders: returns once the message has been handed over, and throws an error if that fails.
    public static func channel(_ name: String, _ body: @escaping (Call, Delivery) throws -> Void) -> Offer {
        Offer(PluginMethod.deliver, name) { call in
            try body(call, Delivery(call.params))
            return [:]
        }
    }

    /// A hook before a commit: may propose more changes, or refuse the change with a reason.
    public static func beforeCommit(_ body: @escaping (Call, [SeenChange]) throws -> Verdict) -> Offer {
        Offer(PluginMethod.beforeCommit, nil) { call in
            switch try body(call, SeenChange.all(in: call.params)) {
            case .accept: [:]
            case .refuse(let reason): ["refuse": .string(reason)]
            }
        }
    }

    /// A hook after a change was committed here or received from a remote. The changes that it proposes become a
    /// separate commit of the plugin.
    public static func afterChange(_ body: @escaping (Call, [SeenChange]) throws -> Void) -> Offer {
        Offer(PluginMethod.afterChange, nil) { call in
            try body(call, SeenChange.all(in: call.params))
            return [:]
        }
    }

    /// A view of tasks: prints the tasks.
    public static func view(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.showView, name, body: body)
    }

    /// A search for places by words: `call.text` is the text to search for, `call.near` the position of the user.
    /// `attribution` names the owner and the licence of the data, in a line that users are shown; nil for none.
    public static func places(
        _ name: String, attribution: String? = nil, body: @escaping (Call) throws -> [PlaceMatch]
    ) -> Offer {
        Offer(PluginMethod.searchPlaces, name) { call in
            var result: JSONObject = ["places": .array(try body(call).map { .object($0.json) })]
            result["attribution"] = attribution.map { .string($0) }
            return result
        }
    }

    /// A source of this device's position.
    public static func position(_ name: String, _ body: @escaping (Call) throws -> Position) -> Offer {
        Offer(PluginMethod.position, name) { call in try body(call).json }
    }

    /// Examines the file of a photo.
    public static func photo(_ name: String, examine body: @escaping (Call, PhotoSource) throws -> PhotoFindings)
        -> Offer
    {
        Offer(PluginMethod.examinePhoto, name) { call in try body(call, PhotoSource(call.params)).json }
    }

    /// Makes an edited copy of a photo as `PhotoEdit` describes: writes the copy to the path given there, and returns
    /// its media type.
    public static func photo(_ name: String, edit body: @escaping (Call, PhotoSource, PhotoEdit) throws -> String)
        -> Offer
    {
        Offer(PluginMethod.editPhoto, name) { call in
            ["type": .string(try body(call, PhotoSource(call.params), PhotoEdit(call.params)))]
        }
    }

    /// Renders a photo for a screen: writes the picture to the path given in `PhotoDrawing`, and returns its size.
    public static func photo(
        _ name: String, draw body: @escaping (Call, PhotoSource, PhotoDrawing) throws -> (width: Int, height: Int)
    ) -> Offer {
        Offer(PluginMethod.drawPhoto, name) { call in
            let size = try body(call, PhotoSource(call.params), PhotoDrawing(call.params))
            return ["width": .number(JSONNumber(size.width)), "height": .number(JSONNumber(size.height))]
        }
    }

    /// Takes a photo: writes the photo to the path that the closure receives.
    public static func camera(_ name: String, _ body: @escaping (Call, String) throws -> Void) -> Offer {
        Offer(PluginMethod.takePhoto, name) { call in
            try body(call, PhotoSource.path("output", call.params))
            return [:]
        }
    }

    private init(_ method: String, _ name: String?, body: @escaping (Call) throws -> Void) {
        self.init(method, name) { call in
            try body(call)
            return [:]
        }
    }

    private init(_ method: String, _ name: String?, run: @escaping (Call) throws -> JSONObject) {
        self.method = method
        self.name = name
        self.run = run
    }

    /// Whether this offer handles a request.
    func answers(_ method: String, _ params: JSONObject) -> Bool {
        guard method == self.method else { return false }
        guard let name else { return true }
        return ["name", "format", "channel"].contains { params[$0]?.stringValue == name }
    }
}

/// A plugin's answer to a change before it is committed.
public enum Verdict: Hashable, Sendable {
    /// The change may be made, together with the changes that the plugin proposed.
    case accept
    /// The change must not be made; the user is shown the reason.
    case refuse(String)
}
