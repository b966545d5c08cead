// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskTime

extension FamilyDirectory {
    /// Returns findings about time zones in documents that are unknown to this machine: such times are interpreted in
    /// another zone, and are therefore wrong by hours.
    public func zoneFindings(reading reader: DocumentReader) throws(ReplicaError) -> [Finding] {
        var findings: [Finding] = []
        if let zone = family?.zone, !Self.isKnown(zone) {
            findings.append(
                Finding(
                    .problem, "time zone",
                    message: "this machine does not know the family's, \(Quotation.of(zone)), and takes UTC for it",
                    hint: "\(.setZone) sets another; \(Self.updating)"))
        }
        var tasks: [String: Set<DocumentID>] = [:]
        try reader.forEachMembers(of: .task) { _, members in
            guard let task = TaskRecord(members), !task.isDeleted else { return }
            for (_, value) in members.members {
                if let zone = value.objectValue?["zone"]?.stringValue { tasks[zone, default: []].insert(task.id) }
            }
        }
        findings += tasks.filter { !Self.isKnown($0.key) }.sorted { $0.key < $1.key }.map { zone, ids in
            let first = ids.sorted()[0].description.prefix(8)
            let count = ids.count == 1 ? "1 task has" : "\(ids.count) tasks have"
            return Finding(
                .problem, "time zone",
                message:
                    "\(count) a time in \(Quotation.of(zone)), which this machine does not know: the family's is taken for it",
                hint: "\(.setDue(of: String(first))) gives one in the family's zone; \(Self.updating)")
        }
        return findings
    }

    /// The advice if the name is correct.
    private static var updating: String { "if the name is right, update this machine's time zones (package tzdata)." }

    private static func isKnown(_ zone: String) -> Bool { (try? TimeZoneRules(identifier: zone)) != nil }
}
