// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// The options of `edit` that take something away from a task.
struct TaskRemovalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Who should no longer do it; may be given several times.", valueName: "member"))
    var unassign: [String] = []

    @Option(help: ArgumentHelp("A tag to take off; may be given several times.", valueName: "tag"))
    var untag: [String] = []

    @Flag(help: "Take the due date away.")
    var noDue = false

    @Flag(help: "Take it out of its category.")
    var noCategory = false

    @Flag(help: "Take the priority away.")
    var noPriority = false

    @Flag(help: "Take the points away.")
    var noPoints = false

    @Flag(help: "Ask for no proof any more.")
    var noProof = false

    @Flag(name: .customLong("no-at"), help: "Take the place away.")
    var noPlace = false

    @Flag(help: "Let the photo be taken at any time.")
    var noBetween = false

    @Flag(help: "Ask for nobody's approval any more.")
    var noApproval = false

    @Flag(help: "Take the description away.")
    var noDescription = false

    /// The options with what the words say.
    func joined(with words: TaskWords) -> TaskRemovalOptions {
        var options = self
        options.noDue = noDue || words.clears(.due)
        options.noCategory = noCategory || words.clears(.category)
        options.noPriority = noPriority || words.clears(.priority)
        options.noPoints = noPoints || words.clears(.points)
        options.noProof = noProof || words.clears(.proof)
        options.noPlace = noPlace || words.clears(.at)
        options.noBetween = noBetween || words.clears(.between)
        options.noApproval = noApproval || words.clears(.approval)
        options.noDescription = noDescription || words.clears(.description)
        return options
    }

    /// A change that takes all this away.
    func change(in session: FamilySession) throws -> TaskChange {
        var change = TaskChange()
        if noDue { change.values["due"] = .null }
        if noCategory { change.values["category"] = .null }
        if noPriority { change.values["priority"] = .null }
        if noPoints { change.values["points"] = .null }
        if noProof { change.values["proof"] = .null }
        if noPlace { change.values["place"] = .null }
        if noBetween { change.values["window"] = .null }
        if noApproval { change.values["approval"] = .null }
        if noDescription { change.values["description"] = .null }
        for word in unassign { change.removedAssignees.formUnion(try session.everyID(of: word)) }
        change.removedTags = untag.map(TaskFieldOptions.withoutPlus)
        return change
    }
}

extension FamilySession {
    /// All ids of the member that a word names, who may have left, or have been two before they were merged.
    func everyID(of word: String) throws -> Set<DocumentID> {
        let id: DocumentID
        do {
            id = try memberID(word)
        } catch let error as ReplicaError where error.code == .notFound {
            guard let gone = try? removedMemberID(word) else { throw error }
            id = gone
        }
        return directory.everyID(of: id)
    }
}
