// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginProtocol

/// A request from the host: its contents, and the methods that answer it.
///
/// Everything that exchanges messages with the host throws an `RPCError`: `cancelled` if the answer is no longer
/// needed, or the host's refusal. Do not catch these errors.
public final class Call {
    /// The parameters, as the host sent them.
    public let params: JSONObject
    /// The contents of the host's `initialize` message.
    public let session: PluginSession
    /// The exit code of a command.
    public var status = 0
    /// The parts that an importer could not read.
    private(set) var faults: [JSON] = []
    /// Notes for the user about an import or an export.
    private(set) var notes: [JSON] = []
    /// New documents that are only proposed together with a new document that refers to them, by id.
    private var waiting: [String: PluginChange] = [:]
    /// Changes held back until it is known whether the first change that refers to a waiting document creates anything;
    /// the next property is their approximate size in bytes.
    private var held: [HeldChange] = []
    private var heldBytes = 0
    let host: any Host
    private var output: [UInt8] = []
    private var changes: [JSON] = []
    /// The approximate size of the changes in bytes.
    private var changedBytes = 0
    /// The maximum number of bytes in one message, far below the host's limit, because JSON may escape one byte as six.
    private static let piece = 1 << 20

    init(_ params: JSONObject, session: PluginSession, host: any Host) {
        self.params = params
        self.session = session
        self.host = host
    }

    /// The arguments of a command after its options.
    public var arguments: [String] { params["arguments"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// Returns the value of an option; nil if the option was not given, or is a flag.
    public func option(_ name: String) -> String? { params["options"]?[name]?.stringValue }

    /// Returns the values of an option that may be repeated.
    public func options(_ name: String) -> [String] {
        params["options"]?[name]?.arrayValue?.compactMap(\.stringValue) ?? option(name).map { [$0] } ?? []
    }

    /// Returns the integer value of an option.
    public func integer(_ name: String) -> Int? { params["options"]?[name]?.intValue }

    /// Whether a flag was given.
    public func flag(_ name: String) -> Bool { params["options"]?[name] == true }

    /// The name of the file that is imported, without its folder.
    public var sourceName: String { params["source"]?["name"]?.stringValue ?? "" }

    /// Whether an import overwrites existing documents with the file's values (`--update`).
    public var isUpdate: Bool { params["update"] == true }

    /// The words of a search for places.
    public var text: String { params["text"]?.stringValue ?? "" }

    /// The position of the person who searches.
    public var near: Position? { params["near"]?.objectValue.flatMap { Position($0) } }

    // MARK: Reading

    /// Returns all documents of a kind, sorted by id. If the user selected tasks, only those are returned. If `history`
    /// is true, each document includes its merge state, and documents in the trash are included.
    public func documents(_ kind: DocumentKind, history: Bool = false) throws -> [JSONObject] {
        var all: [JSONObject] = []
        try forEachDocument(kind, history: history) { all.append($0) }
        return all
    }

    /// Passes the documents of a kind to a closure, one page at a time, so that their number does not matter.
    ///
    /// - Parameters:
    ///   - kind: the kind of the documents, which the plugin must be permitted to read.
    ///   - history: whether each document includes its merge state, and documents in the trash are included.
    ///   - modified: whether each document includes the time of its last change, `~modified`.
    ///   - body: receives each document; an error that it throws ends the reading.
    public func forEachDocument(
        _ kind: DocumentKind, history: Bool = false, modified: Bool = false, body: (JSONObject) throws -> Void
    ) throws {
        var params: JSONObject = ["kind": .string(kind.rawValue)]
        if history { params["history"] = true }
        if modified { params["modified"] = true }
        var next: Int? = try host.ask(PluginMethod.readDocuments, params)
        while let asked = next {
            let page = try host.answer(to: asked)
            params["after"] = page["next"]
            // The host prepares the next page while this one is processed.
            next = params["after"] == nil ? nil : try host.ask(PluginMethod.readDocuments, params)
            for document in page["documents"]?.arrayValue ?? [] {
                if let document = document.objectValue { try body(document) }
            }
        }
    }

    /// Returns the documents with the given ids; missing documents are left out. If `history` is true, each document
    /// includes its merge state, and documents in the trash are included.
    public func documents(
        _ kind: DocumentKind, ids: [DocumentID], history: Bool = false
    ) throws -> [JSONObject] {
        var all: [JSONObject] = []
        for start in stride(from: 0, to: ids.count, by: PluginLimits.page) {
            let page = ids[start..<min(start + PluginLimits.page, ids.count)]
            var params: JSONObject = ["kind": .string(kind.rawValue)]
            params["ids"] = .array(page.map { .string($0.description) })
            if history { params["history"] = true }
            repeat {
                let answer = try host.request(PluginMethod.readDocuments, params)
                all += (answer["documents"]?.arrayValue ?? []).compactMap(\.objectValue)
                params["after"] = answer["next"]
            } while params["after"] != nil
        }
        return all
    }

    // MARK: Answering

    /// Prints a line for people, or writes it into the exported file.
    public func print(_ line: String) throws { try writeText(line + "\n") }

    /// Writes text to the output, unchanged.
    public func writeText(_ text: String) throws {
        output.append(contentsOf: text.utf8)
        if output.count >= 1 << 16 { try sendOutput() }
    }

    /// Proposes a change. All changes of one call become one commit if the call succeeds.
    ///
    /// - Parameters:
    ///   - change: the change of one document, which the host checks against the plugin's permissions and the schemas.
    ///   - line: the line of the imported file that the change comes from, counted from 1. If the host must leave out
    ///     the change, its message names the line.
    ///   - item: the file's term for the document, if the document has no title or name.
    ///   - note: a sentence for the user about the imported change. It is not shown if the change is left out. In a dry
    ///     run, it follows the words "after the import".
    ///   - uid: the file's own id of a new document: see ``uid(of:by:key:)``.
    ///   - empty: the fields that the format can express but that are empty in the file.
    ///   - unread: the fields whose values in the file could not be read.
    public func propose(
        _ change: PluginChange, line: Int? = nil, item: String? = nil, note: String? = nil, uid: String? = nil,
        empty: [String] = [], unread: Set<String> = []
    ) throws {
        var object = change.json.objectValue ?? JSONObject()
        object["line"] = line.map { .number(JSONNumber($0)) }
        object["item"] = item.map { .string($0) }
        object["note"] = note.map { .string($0) }
        object["uid"] = uid.map { .string($0) }
        if !empty.isEmpty { object["empty"] = .array(empty.map { .string($0) }) }
        if !unread.isEmpty { object["unread"] = .array(unread.sorted().map { .string($0) }) }
        let json = JSON.object(object)
        let bytes = json.compactBytes().count
        // Without `--update`, an existing document is only compared, so nothing new is created for it.
        let isTold = if case .match = change { !isUpdate } else { false }
        let named = waiting.isEmpty || isTold ? [] : HeldChange.texts(in: change).filter { waiting[$0] != nil }.sorted()
        if held.isEmpty, named.isEmpty { return try add(json, bytes) }
        held.append(
            HeldChange(json: json, bytes: bytes, named: named, made: named.isEmpty ? nil : try made(by: change)))
        heldBytes += bytes
        if held.count == PluginLimits.page || heldBytes > Self.piece { try addHeld() }
    }

    /// Proposes a new document together with the first new document that refers to it. If no document does, the
    /// proposal is dropped, so that no unused document is created.
    func propose(_ change: PluginChange, onceNamed id: DocumentID) {
        waiting[id.description] = change
    }

    /// Returns the document that a change creates; it may already exist, possibly in the trash.
    private func made(by change: PluginChange) throws -> HeldChange.CreatedDocument? {
        guard case .create(let kind, let key?, _) = change, session.reads.contains(kind) else { return nil }
        return HeldChange.CreatedDocument(kind: kind, id: try id(ofKey: key))
    }

    /// Proposes the held changes, each after the waiting documents that it needs. The host is asked once which of them
    /// already exist, so importing a file again does not cost a round trip per row.
    private func addHeld() throws {
        guard !held.isEmpty else { return }
        var known: Set<String> = []
        for (kind, made) in Dictionary(grouping: Set(held.compactMap(\.made)), by: \.kind) {
            for document in try documents(kind, ids: made.map(\.id), history: true) {
                if let id = document["id"]?.stringValue { known.insert(id) }
            }
        }
        let changes = held
        held.removeAll(keepingCapacity: true)
        heldBytes = 0
        for change in changes {
            if isUpdate || change.made.map({ !known.contains($0.id.description) }) ?? true {
                for id in change.named {
                    guard let json = waiting.removeValue(forKey: id)?.json else { continue }
                    try add(json, json.compactBytes().count)
                }
            }
            try add(change.json, change.bytes)
        }
    }

    private func add(_ json: JSON, _ bytes: Int) throws {
        if changedBytes + bytes > Self.piece { try sendChanges() }
        changes.append(json)
        changedBytes += bytes
        if changes.count == 500 { try sendChanges() }
    }

    /// Returns the id of the document that is created under a key: see `PluginChange.id(ofKey:plugin:family:)`.
    public func id(ofKey key: String) throws -> DocumentID {
        guard let family = session.family else {
            throw RPCError(
                .refused, "there is no family here", hint: "Run the command in a family's folder, or name that folder.")
        }
        return PluginChange.id(ofKey: key, plugin: session.plugin, family: family)
    }

    /// Reports that a part of the file could not be read; the rest is imported.
    public func skip(line: Int?, _ message: String) {
        var fault: JSONObject = ["message": .string(message)]
        if let line { fault["line"] = .number(JSONNumber(line)) }
        faults.append(.object(fault))
    }

    /// Adds a note for the user about the import or export, in one sentence; at most 1000 notes are kept.
    public func note(_ message: String) {
        if notes.count < 1000 { notes.append(.string(message)) }
    }

    /// Reports the progress of a long call, which also shows that the plugin is still working.
    public func progress(_ done: Int, of total: Int? = nil) throws {
        var params: JSONObject = ["done": .number(JSONNumber(done))]
        if let total { params["total"] = .number(JSONNumber(total)) }
        try host.notify(PluginMethod.progress, params)
        try host.checkForCancellation()
    }

    /// Writes a line into the plugin's log.
    public func log(_ text: String, level: String = "info") throws {
        try host.notify(PluginMethod.log, ["level": .string(level), "text": .string(text)])
    }

    /// Sends the buffered output and changes.
    func flush() throws {
        try addHeld()
        try sendOutput()
        try sendChanges()
        try host.checkForCancellation()
    }

    private func sendOutput() throws {
        var start = 0
        while start < output.count {
            var end = min(start + Self.piece, output.count)
            // Do not split a character: UTF-8 continuation bytes begin with the bits 10.
            while end < output.count, output[end] & 0xC0 == 0x80 { end -= 1 }
            try host.notify(
                PluginMethod.output, ["text": .string(String(decoding: output[start..<end], as: UTF8.self))])
            start = end
        }
        output.removeAll(keepingCapacity: true)
        try host.checkForCancellation()
    }

    private func sendChanges() throws {
        guard !changes.isEmpty else { return }
        try host.notify(PluginMethod.changes, ["changes": .array(changes)])
        changes.removeAll(keepingCapacity: true)
        changedBytes = 0
        try host.checkForCancellation()
    }
}
