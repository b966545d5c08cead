// SPDX-License-Identifier: Apache-2.0

import HometaskTime

/// Why a photo does not prove that a task was done.
public enum ProofObjection: Hashable, Sendable {
    /// An adult refused it, for the reason given.
    case refused(why: String?)
    /// The photo's file was never examined, so its place and time are not known.
    case unchecked
    /// The photo contains no place.
    case noPlace
    /// The photo's place was set by hand.
    case placeByHand
    /// The photo's place was measured by the device, but not at the time when the photo was taken.
    case placeOfAnotherTime
    /// The accuracy of its place, in metres, is too low for the distance that the task requires.
    case coarse(accuracy: Double, within: Double)
    /// The photo was taken further from the place than the task allows.
    case far(distance: Double, within: Double)
    /// The pin of the task is missing or has no coordinates.
    case noPin
    /// The photo does not contain the time when it was taken.
    case noTime
    /// The photo was taken outside the hours that the task requires.
    case outsideWindow(ProofWindow)

    /// The reason, as a clause that follows "because" or a colon.
    ///
    /// - Parameters:
    ///   - isImperial: whether to write distances in feet and miles, not in metres and kilometres.
    ///   - asker: the thing that demands the proof.
    public func reason(isImperial: Bool = false, asker: String = "task") -> String {
        func text(_ metres: Double) -> String { Distance.text(metres, isImperial: isImperial) }
        switch self {
        case .refused(let why): return why.map { "an adult rejected it: \($0)" } ?? "an adult rejected it"
        case .unchecked: return "its file was not examined, so its place and time are not known"
        case .noPlace: return "it does not contain the place where it was taken"
        case .placeByHand: return "its place was set by hand"
        case .placeOfAnotherTime: return "its place is where the device was when it was attached, not when it was taken"
        case .coarse(let accuracy, let within):
            return "its place is only accurate to \(text(accuracy)), but the \(asker) requires \(text(within))"
        case .far(let distance, let within):
            return "it was taken \(text(distance)) away, but the \(asker) requires at most \(text(within))"
        case .noPin: return "the \(asker)'s pin no longer exists or has no location"
        case .noTime: return "it does not contain the time when it was taken"
        case .outsideWindow(let window):
            return "it was not taken between \(window.hours.from.hourAndMinute) and "
                + "\(window.hours.to.hourAndMinute) on the day that the \(asker) requires"
        }
    }
}
