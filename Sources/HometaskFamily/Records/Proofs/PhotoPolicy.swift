// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Which originals a device fetches automatically from other devices. Thumbnails, and originals on request, are always
/// fetched.
public enum PhotoPolicy: String, CaseIterable, Sendable {
    /// Originals are fetched only on request.
    case none
    /// Originals of photos that were attached within the last ``recentDays`` days when this device first learns of
    /// them.
    case recent
    /// Every original, whenever it was attached.
    case all

    /// The policy if neither the device nor the family sets one.
    public static let usual = PhotoPolicy.none
    /// The number of days for which a photo counts as recent after it was attached. The time when the photo was taken
    /// does not matter.
    public static let recentDays = 60

    /// Whether to fetch the original of a photo. A photo in the trash is not fetched, and an erased one cannot be.
    public func wants(_ photo: PhotoRecord, at now: Timestamp) -> Bool {
        guard photo.git != nil, !photo.isDeleted, photo.erasedAt == nil else { return false }
        switch self {
        case .none: return false
        case .all: return true
        case .recent:
            guard let attached = photo.createdAt else { return false }
            return now.seconds - attached.seconds <= Int64(Self.recentDays) * 86_400
        }
    }
}
