// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskMarkup

/// HTML markup. Every string is escaped: the type has no way to insert unescaped text.
///
/// Element and attribute names are compile-time literals; text and attribute values may be untrusted.
struct HTML: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    private let markup: String

    private init(markup: String) { self.markup = markup }

    /// Creates markup from plain text, escaping it.
    init(_ text: String) { markup = Markup.escaped(text) }

    /// Creates markup from a string literal, which is escaped as well.
    init(stringLiteral text: String) { self.init(text) }

    /// Concatenates the fragments in order.
    init(arrayLiteral pieces: HTML...) { self.init(pieces) }

    /// Concatenates the fragments in order.
    init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined() }

    static let none: HTML = []

    /// Returns an element without attributes.
    static func element(_ name: StaticString, _ children: HTML...) -> HTML { make(name, [:], around: HTML(children)) }

    /// Returns an element with attributes and children.
    ///
    /// - Parameter attributes: the attributes; nil values are omitted.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, around children: HTML...
    ) -> HTML {
        make(name, attributes, around: HTML(children))
    }

    /// The elements that have no content and no end tag (HTML, 13.1.2).
    private static let void: Set<String> = ["br", "input", "link", "meta"]

    private static func make(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, around content: HTML
    ) -> HTML {
        var markup = "<\(name)"
        for case (let key, let value?) in attributes { markup += " \(key)=\"\(Markup.escaped(value))\"" }
        markup += ">"
        if void.contains("\(name)") { return HTML(markup: markup) }
        // HTML parsers drop a line feed directly after this start tag (HTML, 13.2.6.4.7), so an extra one is added.
        if "\(name)" == "textarea" { markup += "\n" }
        return HTML(markup: markup + content.markup + "</\(name)>")
    }

    /// Returns a complete HTML document as bytes.
    ///
    /// - Parameter language: the language tag (RFC 5646).
    static func document(in language: String, head: HTML, body: HTML) -> [UInt8] {
        let root = element("html", ["lang": language], around: element("head", head), element("body", body))
        return Array(("<!doctype html>\n" + root.markup + "\n").utf8)
    }
}
