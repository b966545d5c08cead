// SPDX-License-Identifier: Apache-2.0

// A WebAssembly program that only joins, writes, validates and applies hand edits to documents. `.ci/engine` links it
// to measure the size of documents and merging by themselves. It is never run.

import HometaskDocuments
import HometaskMerging

@_cdecl("hometask_merge")
func merge(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let bytes = Array(UnsafeBufferPointer(start: text, count: count))
    guard let document = try? Document(decoding: bytes), let typed = try? JSONObject.parse(bytes),
        let actor = ActorID("d4k2m9"), let schema = Schema.of(document.kind)
    else { return 0 }
    let author = Author(actor: actor, time: document.latestTime)
    let rule = { (field: FieldName) in schema.rule(for: field.description) ?? .register }
    var edited = document
    for field in document.shownFields { edited.writeValue(typed[field.key], to: field, rule: rule(field), by: author) }
    edited.insert("element", into: "tags", by: author)
    edited.remove("element", from: "tags")
    edited.writeLine("line", at: 0, of: "description", by: author)
    if let item = edited.insertItem(typed, into: "items", by: author) {
        _ = edited.writeItem(item, typed, in: "items", by: author)
        _ = edited.moveItem(item, to: .first, in: "items", by: author)
        _ = edited.removeItem(item, from: "items", by: author)
    }
    edited.delete(by: author)
    edited.restore(by: author)
    edited.applyHandEdit(typed, rule: rule, by: author)
    let faults = schema.validate(edited.shown).count + edited.conflicts.count
    return Document.join(document, edited).encoded().count + faults
}

@_cdecl("arc4random_buf")
func arc4randomBuffer(_ bytes: UnsafeMutableRawPointer, _ count: Int) {}

@_cdecl("putchar")
func putCharacter(_ character: Int32) -> Int32 { character }

@_extern(c, "strtod")
private func strtod(_ text: UnsafePointer<CChar>, _ end: UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Double

@_cdecl("_swift_stdlib_strtod_clocale")
func readNumber(
    _ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<CChar>? {
    var end: UnsafePointer<CChar>?
    result.pointee = strtod(text, &end)
    return end
}
