// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// A pin that is about to be created.
public struct PinDraft: Hashable, Sendable {
    /// The display name of the pin.
    public var name: String
    /// The position in degrees; nil if it is not known.
    public var coordinates: Coordinates?
    /// The accuracy of the coordinates in metres; ignored without coordinates.
    public var accuracy: Double?
    /// Labels by which to find the pin; duplicates are stored once.
    public var labels: [String] = []
    /// The values of the pin's other fields: the texts of `TextField`s, and the fields of plugins.
    public var values: [FieldName: JSON] = [:]

    /// Creates a draft that only has a name.
    public init(name: String) {
        self.name = name
    }

    /// The values by field, without empty ones.
    var fields: [FieldName: JSON] {
        var fields = values
        fields["name"] = .string(name)
        fields["location"] = coordinates?.location(accuracy: accuracy)
        let distinct = Set(labels.map { ExactString($0) }).sorted()
        if !distinct.isEmpty { fields["labels"] = .array(distinct.map { .string($0.string) }) }
        return fields
    }
}

/// Changes to a pin; nil or empty leaves a value unchanged.
public struct PinChanges: Hashable, Sendable {
    /// The new name; white space around it is removed.
    public var name: String?
    /// The new coordinates. The accuracy of the old coordinates is removed with them.
    public var coordinates: Coordinates?
    /// The accuracy of the coordinates, in metres.
    public var accuracy: Double?
    /// Whether to remove the coordinates.
    public var removesLocation = false
    /// Labels to add; they override ``unlabels``.
    public var labels: [String] = []
    /// Labels to remove, except those in ``labels``.
    public var unlabels: [String] = []
    /// Changes to the pin's other fields.
    public var fields = FieldChange()

    /// Creates an empty change.
    public init() {}
}
