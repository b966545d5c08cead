// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The services that show the way to a place.
enum MapLink: String, ExpressibleByArgument, CaseIterable {
    /// The map program of the desktop or phone, by a `geo:` URI.
    case geo
    /// The website of OpenStreetMap; its links do not contain the name.
    case openStreetMap = "osm"
    /// Google Maps; its links do not contain the name.
    case google
    /// Apple Maps; its links to a place contain the name.
    case apple
    /// Bing Maps; its links do not contain the name.
    case bing
    /// Waze; its links do not contain the name.
    case waze
    /// The program Organic Maps, by its own scheme `om:`; its links contain the name.
    case organic

    /// Returns a link to a place on the map.
    ///
    /// - Parameter name: the name of the place, for the services that show it.
    func address(of place: Coordinates, named name: String?) -> String {
        let point = "\(place)"
        return switch self {
        case .geo: GeoURI(place).text
        case .openStreetMap:
            "https://www.openstreetmap.org/?mlat=\(Self.latitude(place))&mlon=\(Self.longitude(place))"
                + "#map=17/\(Self.latitude(place))/\(Self.longitude(place))"
        case .google: "https://www.google.com/maps/search/?api=1&query=\(point)"
        case .apple: "https://maps.apple.com/?ll=\(point)" + (name.map { "&q=\(Self.encoded($0))" } ?? "")
        case .bing: "https://www.bing.com/maps?cp=\(Self.latitude(place))~\(Self.longitude(place))&lvl=17"
        case .waze: "https://waze.com/ul?ll=\(point)"
        case .organic: "om://map?v=1&ll=\(point)" + (name.map { "&n=\(Self.encoded($0))" } ?? "")
        }
    }

    /// Returns a link to directions from the reader's position to a place.
    ///
    /// The forms are those that the services document: Google's "Maps URLs", Apple's "Map Links", Waze's "Deep links",
    /// Microsoft's "Create a custom map URL", the parameters of openstreetmap.org's directions, and Organic Maps'
    /// scheme, which shows the place with a button for directions. A `geo:` URI only names the place (RFC 5870).
    func directions(to place: Coordinates, named name: String?) -> String {
        let point = "\(place)"
        return switch self {
        case .geo, .organic: address(of: place, named: name)
        case .openStreetMap: "https://www.openstreetmap.org/directions?to=\(Self.encoded(point))"
        case .google: "https://www.google.com/maps/dir/?api=1&destination=\(point)"
        case .apple: "https://maps.apple.com/?daddr=\(point)"
        case .bing: "https://www.bing.com/maps?rtp=~pos.\(Self.latitude(place))_\(Self.longitude(place))"
        case .waze: "https://waze.com/ul?ll=\(point)&navigate=yes"
        }
    }

    private static func latitude(_ place: Coordinates) -> Substring {
        "\(place)".split(separator: ",").first ?? ""
    }

    private static func longitude(_ place: Coordinates) -> Substring {
        "\(place)".split(separator: ",").last ?? ""
    }

    /// Percent-encodes a string for a query (RFC 3986, section 2): everything except letters, digits and `-._~`.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte))
            if isPlain || "-._~".utf8.contains(byte) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

/// A place as a URI that map programs open (RFC 5870).
struct GeoURI {
    /// The URI, such as `geo:52.37,4.89;u=10`; `u` is the uncertainty in metres, left out if it is unknown.
    let text: String

    /// Creates the URI of a place in WGS 84, which is the default reference system (section 3.4.1).
    ///
    /// - Parameter accuracy: the accuracy in metres.
    init(_ coordinates: Coordinates, accuracy: Double? = nil) {
        // At the poles the longitude is written as 0 (section 3.4.2).
        let point = coordinates.latitude.magnitude == 90 ? "\(Int(coordinates.latitude)),0" : "\(coordinates)"
        let uncertainty = accuracy.flatMap { $0 >= 0 && $0 < 1e9 ? Int($0.rounded(.up)) : nil }
        text = "geo:\(point)" + (uncertainty.map { ";u=\($0)" } ?? "")
    }
}
