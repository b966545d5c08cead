// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// A page without scripts, for a browser that is not at the page for phones.
struct PlainPage {
    /// A link.
    struct Link {
        let text: String
        let address: String
    }

    let title: String
    let text: String
    var links: [Link] = []

    private static let policy =
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// The page as an answer.
    func response(_ status: HTTPResponse.Status) -> Response {
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8"]
        headers[.contentSecurityPolicy] = Self.policy
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    private var html: String {
        let list = links.map { "<p><a href=\"\(Self.escaped($0.address))\">\(Self.escaped($0.text))</a></p>\n" }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.escaped(title))</title>
            <link rel="stylesheet" href="/page.css">
            </head>
            <body>
            <main>
            <h1>\(Self.escaped(title))</h1>
            <p>\(Self.escaped(text))</p>
            \(list.joined())</main>
            </body>
            </html>

            """
    }

    /// A text without what has a meaning in HTML.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character.properties.generalCategory == .control ? " " : character)
            }
        }
        return escaped
    }
}
