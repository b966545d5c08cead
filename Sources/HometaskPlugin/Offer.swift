// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// One thing that a plugin offers, with what carries it out.
///
/// What is thrown out of it reaches the person who asked; throw an `RPCError` to say what to do next.
public struct Offer {
    /// The method with which the host requests it.
    let method: String
    /// The name under which it is offered; nil for hooks, which have none.
    let name: String?
    /// Carries out a call and gives its result.
    let run: (Call) throws -> JSONObject

    /// A command, `hometask NAME …`: it prints, and proposes changes.
    public static func command(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.runCommand, name) { call in
            try body(call)
            return ["status": .number(JSONNumber(call.status))]
        }
    }

    /// A format to write, `hometask export NAME`: it prints or writes the file.
    public static func exporter(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.export, name) { call in
            try body(call)
            return call.notes.isEmpty ? [:] : ["notes": .array(call.notes)]
        }
    }

    /// A format to read, `hometask import NAME`: it reads the source, proposes changes and tells what it could not
    /// read.
    public static func importer(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.import, name) { call in
            try body(call)
            var result = JSONObject()
            if !call.faults.isEmpty { result["faults"] = .array(call.faults) }
            if !call.notes.isEmpty { result["notes"] = .array(call.notes) }
            return result
        }
    }

    /// A way on which reminders reach people: it returns once the message is on its way, and throws if it is not.
    public static func channel(_ name: String, _ body: @escaping (Call, Delivery) throws -> Void) -> Offer {
        Offer(PluginMethod.deliver, name) { call in
            try body(call, Delivery(call.params))
            return [:]
        }
    }

    /// A look at a change before it is committed: it may propose more changes, or refuse it with a reason.
    public static func beforeCommit(_ body: @escaping (Call, [SeenChange]) throws -> Verdict) -> Offer {
        Offer(PluginMethod.beforeCommit, nil) { call in
            switch try body(call, SeenChange.all(in: call.params)) {
            case .accept: [:]
            case .refuse(let reason): ["refuse": .string(reason)]
            }
        }
    }

    /// A change that was committed here or came from a remote. What is proposed becomes a commit of the plugin's own.
    public static func afterChange(_ body: @escaping (Call, [SeenChange]) throws -> Void) -> Offer {
        Offer(PluginMethod.afterChange, nil) { call in
            try body(call, SeenChange.all(in: call.params))
            return [:]
        }
    }

    /// A way to show tasks: it prints.
    public static func view(_ name: String, _ body: @escaping (Call) throws -> Void) -> Offer {
        Offer(PluginMethod.showView, name, body)
    }

    /// A search for places by words: `call.text` is looked for, `call.near` is where somebody is.
    ///
    /// - Parameter attribution: whose data they are, and under which licence, in a line that people are shown.
    public static func places(
        _ name: String, attribution: String? = nil, _ body: @escaping (Call) throws -> [FoundPlace]
    ) -> Offer {
        Offer(PluginMethod.searchPlaces, name) { call in
            var result: JSONObject = ["places": .array(try body(call).map { .object($0.json) })]
            result["attribution"] = attribution.map { .string($0) }
            return result
        }
    }

    /// Where this device is.
    public static func position(_ name: String, _ body: @escaping (Call) throws -> Position) -> Offer {
        Offer(PluginMethod.position, name) { call in try body(call).json }
    }

    /// A look into the file of a photo.
    public static func photo(_ name: String, examine body: @escaping (Call, PhotoSource) throws -> PhotoFindings)
        -> Offer
    {
        Offer(PluginMethod.examinePhoto, name) { call in try body(call, PhotoSource(call.params)).json }
    }

    /// Another photo, made of one, as `PhotoEdit` says: it is written where that says, and its media type returned.
    public static func photo(_ name: String, edit body: @escaping (Call, PhotoSource, PhotoEdit) throws -> String)
        -> Offer
    {
        Offer(PluginMethod.editPhoto, name) { call in
            ["type": .string(try body(call, PhotoSource(call.params), PhotoEdit(call.params)))]
        }
    }

    /// A picture for a screen: it is written where `PhotoDrawing` says, and its size returned.
    public static func photo(
        _ name: String, draw body: @escaping (Call, PhotoSource, PhotoDrawing) throws -> (width: Int, height: Int)
    ) -> Offer {
        Offer(PluginMethod.drawPhoto, name) { call in
            let size = try body(call, PhotoSource(call.params), PhotoDrawing(call.params))
            return ["width": .number(JSONNumber(size.width)), "height": .number(JSONNumber(size.height))]
        }
    }

    /// A photo that is taken now: it is written to the path that the body is handed.
    public static func camera(_ name: String, _ body: @escaping (Call, String) throws -> Void) -> Offer {
        Offer(PluginMethod.takePhoto, name) { call in
            try body(call, PhotoSource.path("output", call.params))
            return [:]
        }
    }

    private init(_ method: String, _ name: String?, _ body: @escaping (Call) throws -> Void) {
        self.init(method, name) { call in
            try body(call)
            return [:]
        }
    }

    private init(_ method: String, _ name: String?, _ run: @escaping (Call) throws -> JSONObject) {
        self.method = method
        self.name = name
        self.run = run
    }

    /// Whether a request is for this offer.
    func answers(_ method: String, _ params: JSONObject) -> Bool {
        guard method == self.method else { return false }
        guard let name else { return true }
        return ["name", "format", "channel"].contains { params[$0]?.stringValue == name }
    }
}

/// A plugin's answer to a change before it is committed.
public enum Verdict: Hashable, Sendable {
    /// It may be, with what the plugin proposed beside it.
    case accept
    /// It must not be; the reason is shown to the person.
    case refuse(String)
}
