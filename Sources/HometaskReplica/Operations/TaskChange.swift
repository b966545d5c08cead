// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging
import HometaskTime

/// What is to become different about tasks.
public struct TaskChange: Hashable, Sendable {
    /// The new values by field; null clears one. Members and tags have their own lists below.
    public var values: [FieldName: JSON] = [:]
    /// Members who should do it from now on too.
    public var addedAssignees: Set<DocumentID> = []
    /// Whether the added members replace the assignees.
    public var replacesAssignees = false
    /// Members who should no longer.
    public var removedAssignees: Set<DocumentID> = []
    /// Tags that it gets, compared byte for byte; they override ``removedTags``.
    public var addedTags: [String] = []
    /// Tags that it loses, compared byte for byte; one that it does not have is ignored.
    public var removedTags: [String] = []
    /// Tasks that must be done before it from now on too.
    public var addedAfter: Set<DocumentID> = []
    /// Tasks that need no longer be done before it.
    public var removedAfter: Set<DocumentID> = []
    /// What other fields that are sets of texts gain and lose.
    public var elements: [FieldName: ElementChange] = [:]
    /// The values that the change was made on, by field; where one has become another since, the change is refused.
    /// Fields that are not named are not looked at.
    public var expected: [FieldName: JSON] = [:]

    /// Whether the change applies to this and later occurrences, not only to this one. A rule and a checklist always
    /// belong to the series.
    public var isOfSeries = false

    /// A change of nothing.
    public init() {}

    /// What a set of texts gains and loses.
    public struct ElementChange: Hashable, Sendable {
        /// What it has from now on too.
        public var added: [String] = []
        /// What it has no longer.
        public var removed: [String] = []

        /// A change of nothing.
        public init() {}
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        values.isEmpty && addedAssignees.isEmpty && !replacesAssignees && removedAssignees.isEmpty && addedTags.isEmpty
            && removedTags.isEmpty
            && addedAfter.isEmpty && removedAfter.isEmpty && elements.isEmpty
    }
}
