// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The urgency of tasks: a sum of terms, each a coefficient times the degree to which the term applies to the task,
/// from 0 to 1.
///
/// The terms and coefficients are close to Taskwarrior's, which are well proven. Values are computed in whole
/// hundredths, so that a sum equals the total of its parts and is the same on every machine.
public struct Urgency: Hashable, Sendable {
    /// The terms that affect urgency. Help and the guide use this table.
    public enum Term: String, Hashable, Sendable, CaseIterable {
        case due, high, medium, low, age, blocking, blocked, waiting, mine, begun, category, tags

        /// The default coefficient; a negative one lowers the urgency.
        public var coefficient: Double {
            switch self {
            case .due: 12
            case .high: 6
            case .medium: 3.9
            case .low: 1.8
            case .age: 2
            case .blocking: 8
            case .blocked: -5
            case .waiting: -3
            case .mine: 2
            case .begun: 4
            case .category: 1
            case .tags: 1
            }
        }

        /// A description of when the term applies, and to what degree.
        public var meaning: String {
            switch self {
            case .due: "0.2 up to two weeks before it is due, 1 from a week after"
            case .high: "the priority is high"
            case .medium: "the priority is medium"
            case .low: "the priority is low"
            case .age: "how long ago it was created, 1 from a year on"
            case .blocking: "another task waits for it"
            case .blocked: "another task must be done first"
            case .waiting: "it is hidden until later"
            case .mine: "it is assigned to me"
            case .begun: "some of its checklist is ticked off"
            case .category: "it belongs to a category"
            case .tags: "it has tags: one 0.8, two 0.9, more 1"
            }
        }
    }

    /// One term of a task's urgency.
    public struct Part: Hashable, Sendable {
        /// The term's name: one from the table, or `+TAG`.
        public let name: String
        /// The degree to which the term applies, 0 to 1.
        public let factor: Double
        /// The weight of the term, −1000 to 1000; a negative weight makes the task less urgent.
        public let coefficient: Double
        /// The product, in hundredths.
        public let hundredths: Int

        init(_ name: String, factor: Double, coefficient: Double) {
            self.name = name
            self.factor = factor
            self.coefficient = coefficient
            hundredths = Int((factor * coefficient * 100).rounded())
        }
    }

    /// The coefficients that were set, by term.
    public private(set) var coefficients: [Term: Double] = [:]
    /// The coefficients of individual tags.
    public private(set) var tags: [ExactString: Double] = [:]

    /// The greatest absolute value of a coefficient.
    public static let greatest = 1000.0

    /// Creates an urgency with the default coefficient for every term, and none for individual tags.
    public init() {}

    /// Parses coefficients such as `due=15,age=0,+school=5`; unlisted terms keep their default coefficients.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    public init(_ text: String) throws(ReplicaError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(sides[0].filter { !$0.isWhitespace })
            guard sides.count == 2, let number = Self.number(sides[1].filter { !$0.isWhitespace }) else {
                throw ReplicaError(
                    .invalidValue, "‘\(part)’ is not a term of urgency with a number",
                    hint: "Write them like due=15,age=0,+school=5; numbers go from -1000 to 1000.")
            }
            if name.hasPrefix("+"), name.count > 1 {
                tags[ExactString(String(name.dropFirst()))] = number
            } else if let term = Term(rawValue: name.lowercased()) {
                coefficients[term] = number
            } else {
                throw ReplicaError(
                    .invalidValue, "urgency has no term ‘\(name)’",
                    hint: "Terms: \(Term.allCases.map { $0.rawValue }.joined(separator: ", ")), +TAG.")
            }
        }
    }

    /// Parses a plain decimal number within the bounds.
    private static func number(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let number = Double(text), abs(number) <= greatest
        else { return nil }
        return number
    }

    /// Returns the coefficient of a term.
    public func coefficient(of term: Term) -> Double { coefficients[term] ?? term.coefficient }
}
