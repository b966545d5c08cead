// SPDX-License-Identifier: Apache-2.0

/// A place in an order that never changes: the path to a node of a tree in which left children come before their
/// parent and right children after it.
///
/// Written `a.7>b.3<c-8`: steps of an actor and a signed counter, each joined to the step before by the side it hangs
/// on. A run that one writer inserts grows by counting its last step up, so that runs two writers insert at one place
/// lie side by side and never mingle. Source for the tree of sides: Weidner and Kleppmann, "The Art of the Fugue", 2023.
struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    struct Step: Hashable, Sendable {
        var isRight: Bool
        var actor: ActorID
        /// Positive for a step made to the right of its writer's earlier one, negative to the left; never 0.
        var counter: Int

        static func precedes(_ left: Step, _ right: Step) -> Bool {
            if left.isRight != right.isRight { return !left.isRight }
            if left.actor != right.actor { return left.actor < right.actor }
            return left.counter < right.counter
        }
    }

    /// At least one step; the first hangs on the right of the root.
    private(set) var steps: [Step]

    private init(steps: [Step]) {
        self.steps = steps
    }

    /// The event that made this place.
    var dot: Dot {
        let last = steps[steps.count - 1]
        return Dot(actor: last.actor, counter: abs(last.counter))
    }

    static func < (left: Position, right: Position) -> Bool {
        for (a, b) in zip(left.steps, right.steps) where a != b { return Step.precedes(a, b) }
        if left.steps.count < right.steps.count { return right.steps[left.steps.count].isRight }
        if left.steps.count > right.steps.count { return !left.steps[right.steps.count].isRight }
        return false
    }

    /// The place for a new event between two neighbours: the first of four candidates that lies strictly between.
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
        if let right, left.map({ right.descends(from: $0) }) ?? true {
            return right.appending(dot, onRight: false)
        }
        if let left { return left.appending(dot, onRight: true) }
        return Position(steps: [Step(isRight: true, actor: dot.actor, counter: dot.counter)])
    }

    private func descends(from other: Position) -> Bool {
        steps.count > other.steps.count && steps.starts(with: other.steps)
    }

    private func replacingLastCounter(_ counter: Int) -> Position {
        var place = self
        place.steps[place.steps.count - 1].counter = counter
        return place
    }

    private func appending(_ dot: Dot, onRight: Bool) -> Position {
        Position(steps: steps + [Step(isRight: onRight, actor: dot.actor, counter: dot.counter)])
    }

    var description: String {
        var text = ""
        for (index, step) in steps.enumerated() {
            if index > 0 { text += step.isRight ? ">" : "<" }
            text += "\(step.actor.text)\(step.counter < 0 ? "-" : ".")\(abs(step.counter))"
        }
        return text
    }

    /// A place from its text; nil where it is not one.
    init?(_ text: some StringProtocol) {
        var steps: [Step] = []
        var rest = text[...]
        var isRight = true
        while true {
            let end = rest.utf8.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") } ?? rest.endIndex
            guard let step = Position.step(rest[..<end], isRight: isRight) else { return nil }
            steps.append(step)
            if end == rest.endIndex { break }
            isRight = rest.utf8[end] == UInt8(ascii: ">")
            rest = rest[rest.utf8.index(after: end)...]
        }
        self.steps = steps
    }

    private static func step(_ text: some StringProtocol, isRight: Bool) -> Step? {
        guard let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            let actor = ActorID(text[..<mark]), let counter = Dot.counter(text[text.utf8.index(after: mark)...])
        else { return nil }
        return Step(
            isRight: isRight, actor: actor, counter: text.utf8[mark] == UInt8(ascii: "-") ? -counter : counter)
    }
}
