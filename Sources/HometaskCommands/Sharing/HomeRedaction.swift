// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Hides places near the family's home in output for others, and reports what is hidden.
struct HomeRedaction: Sendable {
    /// The area that is hidden; nil if there is none.
    let zone: HomeZone?
    /// Why nothing is hidden although home is set.
    private let fault: String?
    /// The addresses of pins near home.
    private let addresses: [String]

    /// - Parameter home: the family's home; nil if it is not set or is to be shown.
    init(_ home: Home?, reading reader: DocumentReader) throws {
        switch try home?.location(reading: reader) {
        case .known(let zone):
            (self.zone, fault) = (zone, nil)
            let pins = try PinFinder(reading: reader).pins.filter { pin in
                !pin.isDeleted && pin.coordinates.map { zone.contains($0) } ?? false
            }
            addresses = pins.compactMap { $0.address?.lowercased() }.filter { !$0.isEmpty }
        case .unknown(let reason): (zone, fault, addresses) = (nil, reason, [])
        case nil: (zone, fault, addresses) = (nil, nil, [])
        }
    }

    /// Creates the redaction for the output of a command.
    ///
    /// - Parameter isWhole: whether the output is for the family itself, so that nothing is hidden.
    static func make(
        _ options: HomeOptions, isWhole: Bool = false, in session: FamilySession
    ) async throws -> HomeRedaction {
        try await session.snapshot { try HomeRedaction(options, isWhole: isWhole, in: $0) }
    }

    /// - Parameter isWhole: whether the output is for the family itself, so that nothing is hidden.
    init(_ options: HomeOptions, isWhole: Bool = false, in snapshot: FamilySnapshot) throws {
        let home = options.keepsHome || isWhole ? nil : snapshot.session.directory.family?.home
        try self.init(home, reading: snapshot.reader)
    }

    /// Returns a pin as others receive it.
    func hiding(_ shared: SharedPin) -> SharedPin {
        guard let zone, isHidden(shared.pin, zone) else { return shared }
        return SharedPin(
            pin: shared.pin.hiding(zone), isHidden: true, notes: shared.notes, photos: shared.photos,
            tasks: shared.tasks)
    }

    /// Returns a task as others receive it.
    func hiding(_ task: SharedTask) -> SharedTask {
        guard let zone, let pin = task.pin, isHidden(pin, zone) else { return task }
        var task = task
        (task.pin, task.isHidden) = (pin.hiding(zone), true)
        return task
    }

    private func isHidden(_ pin: PinRecord, _ zone: HomeZone) -> Bool {
        pin.coordinates.map { zone.contains($0) } ?? false
    }

    /// Formats a place: `52.37,4.89`; a hidden place with its inaccuracy.
    static func words(_ place: Coordinates, _ accuracy: Double?, isHidden: Bool) -> String {
        guard isHidden, let accuracy else { return "\(place)" }
        return "\(place) (not exact: within \(Distance.text(accuracy, isImperial: false)))"
    }

    /// Reports on standard error what is hidden, or why nothing is, and what is not hidden.
    ///
    /// - Parameters:
    ///   - count: the number of hidden places near home.
    ///   - tells: whether user-written text reveals a place near home.
    func remark(hidden count: Int, tells: Bool, in session: FamilySession) {
        if let fault {
            session.output.remark(
                "note: home is not hidden: \(fault); set another pin with 'hometask config set --family home PIN'")
        }
        guard let zone else { return }
        if count > 0 {
            let how = zone.shown == nil ? "left out" : "blurred"
            let (places, them) = count == 1 ? ("1 place near home is", "it") : ("\(count) places near home are", "them")
            session.output.remark("note: \(places) hidden (\(how)); --keep-home shows \(them)")
        }
        if tells {
            session.output.remark(
                "note: a text contains the address or coordinates of a place near home; texts are not changed")
        }
    }

    /// Returns whether `text` contains the address of a pin near home, or coordinates near home.
    func revealsHome(in text: String) -> Bool {
        guard let zone else { return false }
        let plain = Self.plain(text).lowercased()
        return addresses.contains { plain.contains(Self.plain($0)) }
            || Self.pairs(in: text).contains { zone.contains($0) && !isShown($0) }
    }

    /// Undoes the encoding of formats: folded lines (RFC 5545, section 3.1) and backslashes before commas and quotes.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isFold = false
        for scalar in text.unicodeScalars where scalar != "\\" && scalar != "\r" {
            if isFold, scalar == " " {
                scalars.removeLast()
            } else {
                scalars.append(scalar)
            }
            isFold = scalar == "\n"
        }
        return String(scalars)
    }

    /// Returns whether a point is the common replacement for hidden places, which may itself be near home.
    private func isShown(_ point: Coordinates) -> Bool {
        guard let shown = zone?.shown?.coordinates else { return false }
        return abs(shown.latitude - point.latitude) < 1e-6 && abs(shown.longitude - point.longitude) < 1e-6
    }

    /// Returns the points that two consecutive decimal numbers may denote, with either of them as the latitude.
    private static func pairs(in text: String) -> [Coordinates] {
        let numbers = text.utf8.split { byte in
            !((0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-"))
        }.map { part -> Double? in
            part.contains(UInt8(ascii: ".")) ? Double(Substring(part)) : nil
        }
        return zip(numbers, numbers.dropFirst()).flatMap { first, second -> [Coordinates] in
            guard let first, let second else { return [] }
            return [
                Coordinates(latitude: first, longitude: second), Coordinates(latitude: second, longitude: first),
            ].compactMap(\.self)
        }
    }
}

/// The option for commands that hide the family's home in their output.
struct HomeOptions: ParsableArguments {
    @Flag(
        name: .customLong("keep-home"),
        help: "Do not hide places near home, in spite of the family's setting 'home'.")
    var keepsHome = false
}
