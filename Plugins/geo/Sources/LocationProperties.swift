// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The `location` property of Google Takeout, with the name and address of a saved place. Earlier files use other names
/// for its members.
struct LocationProperties {
    private(set) var name: String?
    private(set) var address: String?
    private let members: [(key: String, value: JSON)]

    /// Nil if the property is not an object.
    init?(_ property: JSON?) {
        guard let object = property?.objectValue else { return nil }
        members = object.members.map { ($0.0.string, $0.1) }
        func text(_ keys: [String]) -> String? {
            for (key, value) in members where keys.contains(key.lowercased()) {
                let text = PlainText.line(value.stringValue ?? "")
                if !text.line.isEmpty, text.rest.isEmpty { return text.line }
            }
            return nil
        }
        name = text(["name", "business name"])
        address = text(["address"])
    }

    /// Returns the members that are neither coordinates nor covered by the name and the address of the pin.
    func rest(naming name: String?, address: String?) -> [(key: String, value: JSON)] {
        members.filter { key, value in
            let text = value.stringValue.map { PlainText.line($0).line }
            return key.lowercased() != "geo coordinates" && (text == nil || (text != name && text != address))
        }
    }
}
