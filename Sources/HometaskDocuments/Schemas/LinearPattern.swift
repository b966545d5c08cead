// SPDX-License-Identifier: Apache-2.0

/// A regular expression with a matching time proportional to its size times the length of the text. This bound matters
/// because the expression may come from an untrusted source.
///
/// The syntax is that of ECMA-262 with the flag `u`, without backreferences, lookahead, lookbehind and property
/// classes. All threads through the expression run in lockstep (K. Thompson, Regular Expression Search Algorithm,
/// 1968), so there is no backtracking.
struct LinearPattern: Sendable {
    /// A step of the compiled expression.
    enum Step: Sendable {
        /// Consumes a scalar of a class.
        case take(ScalarClass)
        /// Continues at both positions.
        case fork(Int, Int)
        case jump(Int)
        /// Continues if an assertion holds.
        case check(PatternNode.Assertion)
        case accept
    }

    private var steps: [Step] = []
    /// The number of expanded parts. An empty part adds no step, but may still be repeated.
    private var parts = 0

    /// The maximum number of steps; counted repetitions are expanded.
    static let mostSteps = 2000

    /// Parses an expression.
    ///
    /// - Throws: `SchemaError` if it is invalid or not supported.
    init(_ source: String) throws(SchemaError) {
        var reader = PatternReader(source)
        try emit(try reader.read(), of: source)
        try emit(.accept, of: source)
    }

    private mutating func emit(_ step: Step, of source: String) throws(SchemaError) {
        try check(steps.count < Self.mostSteps, source)
        steps.append(step)
    }

    private func check(_ isSmall: Bool, _ source: String) throws(SchemaError) {
        if !isSmall { throw SchemaError("‘\(source.excerpt(limit: 60))’ is too large a regular expression") }
    }

    private mutating func emit(_ node: PatternNode, of source: String) throws(SchemaError) {
        parts += 1
        try check(parts <= 4 * Self.mostSteps, source)
        switch node {
        case .one(let scalars): try emit(.take(scalars), of: source)
        case .assertion(let assertion): try emit(.check(assertion), of: source)
        case .sequence(let nodes): for node in nodes { try emit(node, of: source) }
        case .either(let first, let second):
            let fork = steps.count
            try emit(.fork(fork + 1, 0), of: source)
            try emit(first, of: source)
            let jump = steps.count
            try emit(.jump(0), of: source)
            steps[fork] = .fork(fork + 1, steps.count)
            try emit(second, of: source)
            steps[jump] = .jump(steps.count)
        case .repeated(let node, let least, let most):
            for _ in 0..<least { try emit(node, of: source) }
            guard let most else { return try emitLoop(node, of: source) }
            for _ in least..<most { try emitOptional(node, of: source) }
        }
    }

    private mutating func emitLoop(_ node: PatternNode, of source: String) throws(SchemaError) {
        let fork = steps.count
        try emit(.fork(fork + 1, 0), of: source)
        try emit(node, of: source)
        try emit(.jump(fork), of: source)
        steps[fork] = .fork(fork + 1, steps.count)
    }

    private mutating func emitOptional(_ node: PatternNode, of source: String) throws(SchemaError) {
        let fork = steps.count
        try emit(.fork(fork + 1, 0), of: source)
        try emit(node, of: source)
        steps[fork] = .fork(fork + 1, steps.count)
    }

    /// Whether the expression matches anywhere in a text.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var threads = ActiveThreads(steps: steps, scalars: scalars)
        for place in 0...scalars.count {
            // A match may also begin here.
            if threads.follow(0, at: place) { return true }
            if place < scalars.count, threads.consumeScalar(scalars[place], at: place) { return true }
        }
        return false
    }

    /// The threads that are being followed.
    private struct ActiveThreads {
        let steps: [Step]
        let scalars: [Unicode.Scalar]
        /// The steps that wait for the next scalar.
        private var waiting: [Int] = []
        /// The position at which each step was last reached, so that no step is followed twice from the same position.
        private var seen: [Int]

        init(steps: [Step], scalars: [Unicode.Scalar]) {
            self.steps = steps
            self.scalars = scalars
            seen = Array(repeating: -1, count: steps.count)
        }

        /// Follows a thread until it waits for a scalar.
        ///
        /// - Returns: whether it reaches the end of the expression.
        mutating func follow(_ step: Int, at place: Int) -> Bool {
            var open = [step]
            while let step = open.popLast() {
                if seen[step] == place { continue }
                seen[step] = place
                switch steps[step] {
                case .take: waiting.append(step)
                case .fork(let first, let second): open += [second, first]
                case .jump(let target): open.append(target)
                case .check(let assertion): if assertion.holds(at: place, in: scalars) { open.append(step + 1) }
                case .accept: return true
                }
            }
            return false
        }

        /// Consumes a scalar on all threads.
        ///
        /// - Returns: whether one of them reaches the end of the expression.
        mutating func consumeScalar(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
            let steps = waiting
            waiting.removeAll(keepingCapacity: true)
            for step in steps {
                if case .take(let scalars) = self.steps[step], scalars.contains(scalar), follow(step + 1, at: place + 1)
                {
                    return true
                }
            }
            return false
        }
    }
}
