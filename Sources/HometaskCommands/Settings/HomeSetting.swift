// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries

/// The setting `home`, written `PIN[,RADIUS[,blur|strip]]`.
struct HomeSetting {
    /// The value of the setting.
    let home: Home
    /// The setting as text that round-trips through parsing: `Home,200m,blur`.
    let text: String

    private static let form = "Write it like home, 'home,300m' or 'home,300m,strip': a pin, a radius, blur or strip."

    /// Parses the setting. A pin's name may contain commas: the part after the last comma may be blur or strip, and the
    /// part before that a radius.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`; `invalidValue` if a radius is malformed or out of range;
    ///   `invalidRequest` if the pin has no known place).
    init(_ words: String, among finder: PinFinder) throws {
        var parts = words.split(separator: ",", omittingEmptySubsequences: false)
        var hiding: Home.Hiding?
        var radius: Double?
        if parts.count > 1,
            let word = Home.Hiding(rawValue: parts[parts.count - 1].filter { !$0.isWhitespace }.lowercased())
        {
            hiding = word
            parts.removeLast()
        }
        if parts.count > 1, let metres = try? Distance.metres(String(parts[parts.count - 1])) {
            radius = try Self.checked(metres, parts[parts.count - 1])
            parts.removeLast()
        }
        let pin: PinRecord
        do {
            pin = try finder.pin([parts.joined(separator: ",")])
        } catch {
            guard error.code == .notFound, parts.count > 1 else { throw error }
            throw ReplicaError(
                .invalidValue, "‘\(parts[parts.count - 1])’ is neither a radius nor blur or strip",
                hint: Hint(Self.form))
        }
        _ = try finder.coordinates(of: pin)
        self.init(
            Home(pin: pin.id, radius: radius ?? Home.usualRadius, hiding: hiding ?? .blur), among: finder)
    }

    /// Creates the text form of a home.
    init(_ home: Home, among finder: PinFinder) {
        self.home = home
        let name = finder.pins.first { $0.id == home.pin }?.name ?? ""
        let isPlain = (try? finder.pin([name]).id) == home.pin
        let pin = isPlain ? name : "#\(home.pin)"
        text = "\(pin),\(Distance.exact(home.radius)),\(home.hiding.rawValue)"
    }

    private static func checked(_ metres: Double, _ word: Substring) throws -> Double {
        guard Home.radii.contains(metres) else {
            throw ReplicaError(
                .invalidValue, "the radius ‘\(word)’ should be from 1m to 100km",
                hint: "A few hundred metres are enough to hide a house among others.")
        }
        return metres
    }

    /// Returns the effect of the setting, for people.
    func effect(isImperial: Bool) -> String {
        let radius = Distance.text(home.radius, isImperial: isImperial)
        let targets = "maps, shares and exports"
        return home.hiding == .blur
            ? "\(targets) show places within \(radius) of it blurred, and without their addresses"
            : "\(targets) leave out the coordinates and addresses of places within \(radius) of it"
    }
}
