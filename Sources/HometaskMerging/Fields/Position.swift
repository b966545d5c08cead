// SPDX-License-Identifier: Apache-2.0

/// An immutable position in an order: a path of steps. A position that is a prefix of another precedes it.
///
/// Written as `-3:d4k2.7>dm3x.3`: each step has a number, an actor and a signed counter. A writer who continues a run
/// of their own increases the counter of the last step (or decreases it when typing backwards). Runs that two writers
/// insert at one place therefore lie side by side and are never interleaved. A writer who appends to another's run
/// increases the number instead, so that taking turns does not make paths longer.
struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    struct Step: Hashable, Comparable, Sendable {
        /// The number that is compared first; usually 0.
        var number: Int64
        var actor: ActorID
        /// Positive if the step was made after its writer's earlier one, negative if before it; never 0.
        var counter: Int64

        static func < (left: Step, right: Step) -> Bool {
            if left.number != right.number { return left.number < right.number }
            if left.actor != right.actor { return left.actor < right.actor }
            return left.counter < right.counter
        }
    }

    /// At least one step.
    private(set) var steps: [Step]

    private init(steps: [Step]) {
        self.steps = steps
    }

    /// The event that made this position.
    var dot: Dot {
        let last = steps[steps.count - 1]
        return Dot(actor: last.actor, counter: abs(last.counter))
    }

    static func < (left: Position, right: Position) -> Bool {
        var depth = 0
        while depth < left.steps.count, depth < right.steps.count {
            if left.steps[depth] != right.steps[depth] { return left.steps[depth] < right.steps[depth] }
            depth += 1
        }
        return left.steps.count < right.steps.count
    }

    /// Returns the position for a new event between two neighbours: the first candidate that lies strictly between
    /// them.
    ///
    /// Only forged positions, with a number at the end of its range, leave no room in between. The new position is then
    /// put after the left neighbour, beyond the right one.
    static func between(_ left: Position?, _ right: Position?, dot: Dot) -> Position {
        let fits = { (place: Position) in
            (left.map { $0 < place } ?? true) && (right.map { place < $0 } ?? true)
        }
        if let left, left.dot.actor == dot.actor {
            let place = left.replacingLastCounter(dot.counter)
            if fits(place) { return place }
        }
        if let right, right.dot.actor == dot.actor {
            let place = right.replacingLastCounter(-dot.counter)
            if fits(place) { return place }
        }
        guard let left else {
            let place = Position(steps: []).appending(right.map { $0.steps[0].number - 1 } ?? 0, dot)
            return place ?? Position(steps: [Step(number: 0, actor: dot.actor, counter: dot.counter)])
        }
        for depth in left.steps.indices {
            let head = Position(steps: Array(left.steps[..<depth]))
            if let place = head.appending(left.steps[depth].number + 1, dot), fits(place) { return place }
        }
        return left.appending(left.firstNumber(before: right), dot) ?? left.goingOn(0, dot)
    }

    /// The number of the first step after this position, for a position before `right`. If both belong to one run,
    /// writers who knew only this position continue from it with 0. What belongs to the run goes after their steps.
    private func firstNumber(before right: Position?) -> Int64 {
        guard let right, right.steps.count >= steps.count, let last = steps.last else { return 0 }
        guard right.steps.starts(with: steps.dropLast()) else { return 0 }
        let step = right.steps[steps.count - 1]
        if step == last { return right.steps.count > steps.count ? right.steps[steps.count].number - 1 : 0 }
        return step.number == last.number && step.actor == last.actor ? 1 : 0
    }

    private func replacingLastCounter(_ counter: Int64) -> Position {
        var place = self
        place.steps[place.steps.count - 1].counter = counter
        return place
    }

    private func goingOn(_ number: Int64, _ dot: Dot) -> Position {
        Position(steps: steps + [Step(number: number, actor: dot.actor, counter: dot.counter)])
    }

    /// Returns the position with another event.
    func named(after dot: Dot) -> Position {
        var place = self
        let last = steps[steps.count - 1]
        place.steps[steps.count - 1] = Step(
            number: last.number, actor: dot.actor, counter: last.counter < 0 ? -dot.counter : dot.counter)
        return place
    }

    /// The path with one more step; nil if the step's number is out of range.
    private func appending(_ number: Int64, _ dot: Dot) -> Position? {
        abs(number) <= Dot.largestCounter ? goingOn(number, dot) : nil
    }

    var description: String {
        steps.map { step in
            let number = step.number == 0 ? "" : "\(step.number):"
            return "\(number)\(step.actor.text)\(step.counter < 0 ? "-" : ".")\(abs(step.counter))"
        }.joined(separator: ">")
    }

    /// Parses a position; nil if the text is malformed.
    init?(_ text: some StringProtocol) {
        steps = []
        for word in Substring(text).utf8.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false) {
            guard let step = Step(Substring(word)) else { return nil }
            steps.append(step)
        }
    }
}

extension Position.Step {
    fileprivate init?(_ text: Substring) {
        var rest = text
        var number: Int64 = 0
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let isNegative = rest.utf8.first == UInt8(ascii: "-")
            guard let magnitude = Dot.counter(rest[..<colon].dropFirst(isNegative ? 1 : 0)) else { return nil }
            number = isNegative ? -magnitude : magnitude
            rest = rest[rest.utf8.index(after: colon)...]
        }
        guard let mark = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            let actor = ActorID(rest[..<mark]), let counter = Dot.counter(rest[rest.utf8.index(after: mark)...])
        else { return nil }
        self.init(
            number: number, actor: actor, counter: rest.utf8[mark] == UInt8(ascii: "-") ? -counter : counter)
    }
}
