// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension PhotoRecord {
    /// The maximum time between taking a photo and the device's measurement of the place, in seconds.
    private static let placeLifetime: Int64 = 3_600

    /// Returns the objection if the photo's place does not prove that it was taken near a point; nil otherwise.
    ///
    /// - Parameter within: the maximum distance, in metres.
    public func objection(near centre: Coordinates, within: Double) -> ProofObjection? {
        guard let location else { return .noPlace }
        switch location.source {
        case .hand: return .placeByHand
        case .device:
            guard let takenAt, let measured = location.time,
                abs(takenAt.seconds - measured.seconds) <= Self.placeLifetime
            else { return .placeOfAnotherTime }
        case .exif, nil: break
        }
        if let accuracy = location.accuracy, accuracy > within { return .coarse(accuracy: accuracy, within: within) }
        let distance = location.coordinates.distance(to: centre)
        return distance > within ? .far(distance: distance, within: within) : nil
    }
}
