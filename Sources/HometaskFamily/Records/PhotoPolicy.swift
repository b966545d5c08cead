// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The originals of other devices that a device fetches by itself. Thumbnails are always fetched, and so is an original
/// that somebody requests.
public enum PhotoPolicy: String, CaseIterable, Sendable {
    /// Originals are fetched only on request.
    case none
    /// Those that were attached within the last ``recentDays`` days when this device first hears of them.
    case recent
    /// Every original, however long ago it was attached.
    case all

    /// What holds where neither the device nor the family says anything.
    public static let usual = PhotoPolicy.none
    /// How many days a photo counts as recent after it was attached. When it was taken is of no account: an old print
    /// that is photographed today is news.
    public static let recentDays = 60

    /// Whether the original of a photo is to come. One in the trash is not, and one that was erased cannot.
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
