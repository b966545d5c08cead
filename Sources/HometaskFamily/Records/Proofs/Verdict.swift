// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// An adult's verdict on a completed task, or on a photo as its proof.
public struct Verdict: Hashable, Sendable {
    /// Whether the completion or the photo is accepted.
    public var isApproved: Bool
    /// The time of the verdict.
    public var at: Timestamp
    /// The member who gave the verdict; nil if the document names none.
    public var by: DocumentID?
    /// The reason for a refusal, in a line.
    public var why: String?
    /// The time of the completion that was judged; nil for a verdict on a photo.
    public var done: Timestamp?
    /// The output of `ssh-keygen -Y sign` for ``VerdictStatement``, in base64; nil if it is not signed.
    public var signature: String?

    /// Creates an unsigned verdict; `done` is nil for a verdict on a photo.
    public init(isApproved: Bool, at: Timestamp, by: DocumentID?, why: String? = nil, done: Timestamp? = nil) {
        self.isApproved = isApproved
        self.at = at
        self.by = by
        self.why = why
        self.done = done
    }

    /// Parses a verdict from its document value; nil if the value is malformed.
    public init?(_ json: JSON?) {
        guard let isApproved = json?["approved"]?.boolValue,
            let at = json?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        self.init(
            isApproved: isApproved, at: at, by: json?["by"]?.stringValue.flatMap { DocumentID($0) },
            why: json?["why"]?.stringValue, done: json?["of"]?.stringValue.flatMap { Timestamp(rfc3339: $0) })
        signature = json?["signature"]?.stringValue
    }

    /// The value as stored in documents.
    public var json: JSON {
        var object: JSONObject = ["approved": .bool(isApproved), "at": .string(at.rfc3339)]
        object["by"] = by.map { .string($0.description) }
        object["why"] = why.map { .string($0) }
        object["of"] = done.map { .string($0.rfc3339) }
        object["signature"] = signature.map { .string($0) }
        return .object(object)
    }
}

/// The signed text of a verdict, with one line for each value, so that values cannot be confused.
public struct VerdictStatement: Hashable, Sendable {
    /// The family whose task it is.
    public let family: DocumentID
    /// The id of the task that was judged.
    public let task: DocumentID
    /// The verdict; its signature is not part of the statement.
    public let verdict: Verdict
    /// The title of the task.
    public let title: String
    /// The points for the task.
    public let points: Int?
    /// For an approval, the member who did it; a rejected task is open, so it no longer names one.
    public let doer: DocumentID?
    /// For an approval, the SHA-256 of the photo that proves it.
    public let photo: String?

    /// The namespace of signatures of verdicts (ssh-keygen(1), `-n`).
    public static let namespace = "hometask"

    /// Creates the statement of a verdict on a task that still contains the judged completion. The photo is the one
    /// that the completion names; nil if there is none.
    public init(of task: TaskRecord, _ verdict: Verdict, provenBy photo: PhotoRecord?, in family: DocumentID) {
        self.family = family
        self.task = task.id
        self.verdict = verdict
        title = task.title
        points = task.points
        let isTold = verdict.isApproved && task.completion?.at == verdict.done
        doer = isTold ? task.completion?.by : nil
        self.photo = isTold && task.completion?.photo == photo?.id ? photo?.sha256 : nil
    }

    /// The bytes that are signed.
    public var bytes: [UInt8] {
        var lines = [
            "hometask verdict 1", "family \(family)", "task \(task)", "done \(verdict.done?.rfc3339 ?? "-")",
            "by \(doer?.description ?? "-")", "photo \(photo ?? "-")", "title \(title)",
            "points \(points.map { "\($0)" } ?? "-")",
            verdict.isApproved ? "approved" : "rejected", "at \(verdict.at.rfc3339)",
            "judge \(verdict.by?.description ?? "-")",
        ]
        if let why = verdict.why { lines.append("why \(why)") }
        return lines.flatMap { Array("\($0)\n".utf8) }
    }
}
