// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A place for a map: a pin, or the place where a photo was taken.
struct MapPlace {
    /// A task that was done at a place.
    struct DoneTask {
        let title: String
        let at: String
        let by: String?
    }

    /// A note about a place.
    struct Note {
        let title: String?
        let text: String
    }

    let id: String
    let kind: DocumentKind
    let name: String
    /// The coordinates in degrees, with the digits of the document.
    let latitude: JSONNumber
    let longitude: JSONNumber
    /// The accuracy of the coordinates, in metres.
    let accuracy: JSONNumber?
    var address: String?
    var labels: [String] = []
    /// The time at which the photo was taken.
    var time: String?
    var notes: [Note] = []
    var done: [DoneTask] = []

    /// The place of a document; nil if the document has no valid coordinates.
    init?(_ document: JSONObject, kind: DocumentKind, name: String) {
        guard case .number(let latitude)? = document["location"]?["latitude"], (-90...90).contains(latitude.double),
            case .number(let longitude)? = document["location"]?["longitude"], (-180...180).contains(longitude.double)
        else { return nil }
        id = document["id"]?.stringValue ?? ""
        self.kind = kind
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        if case .number(let accuracy)? = document["location"]?["accuracy"] {
            self.accuracy = accuracy
        } else {
            accuracy = nil
        }
    }

    /// The details of the place as lines, for formats that have a single text for them.
    var lines: [String] {
        var lines: [String] = []
        if let address { lines.append(address) }
        if !labels.isEmpty { lines.append(labels.map { "#" + $0 }.joined(separator: " ")) }
        for note in notes {
            if let title = note.title { lines.append(title) }
            lines += note.text.split(separator: "\n").map(String.init)
        }
        for task in done {
            lines.append("done: \(task.title) (\(task.at.prefix(10))\(task.by.map { ", \($0)" } ?? ""))")
        }
        return lines
    }

    /// Formats degrees in decimal notation with at most nine decimals, less than a millimetre. XML's decimals do not
    /// allow an exponent.
    static func decimal(_ degrees: Double) -> String {
        let units = Int((degrees.magnitude * 1e9).rounded())
        var fraction = String(String(units % 1_000_000_000 + 1_000_000_000).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        let text = "\(units / 1_000_000_000)" + (fraction.isEmpty ? "" : "." + fraction)
        return degrees < 0 && units != 0 ? "-" + text : text
    }
}
