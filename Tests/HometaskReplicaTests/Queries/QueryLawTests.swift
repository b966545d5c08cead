// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import TestSupport
import Testing

/// Random queries over random families.
@Suite("Laws of queries")
struct QueryLawTests {
    @Test("find the same as a naive evaluator that shares no code with the real one")
    func naive() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(60) {
            let world = try QueryWorld(using: &generator)
            for _ in 0..<12 {
                let depth = Int.random(in: 0...3, using: &generator)
                let probe = Probe.random(depth: depth, world, using: &generator)
                let found = try world.found(probe.text)
                let expected = probe.expected(world)
                #expect(found == expected, "\(probe.text), \(generator.note)")
                if found != expected { return }
            }
        }
    }

    @Test("round-trip through text")
    func printing() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(5000) {
            let syntax = QuerySyntax(RandomQuery.node(depth: 4, using: &generator))
            let text = syntax.description
            #expect(try QueryParser.parse(text) == syntax, "\(text), \(generator.note)")
        }
    }

    @Test("keep their meaning when printed")
    func meaning() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(80) {
            let world = try QueryWorld(using: &generator)
            let text = Probe.random(depth: 3, world, using: &generator).text
            let printed = try QueryParser.parse(text).description
            #expect(try world.found(printed) == world.found(text), "\(text), \(generator.note)")
        }
    }

    @Test("no string crashes or hangs the parser, and every error points into the string")
    func fuzzing() throws {
        var generator = SeededGenerator()
        let world = try QueryWorld(using: &generator)
        for _ in 0..<SeededGenerator.runs(5000) {
            let text = RandomQuery.hostileText(world, using: &generator)
            do throws(QueryError) {
                let syntax = try QueryParser.parse(text)
                #expect(try QueryParser.parse(syntax.description) == syntax, "\(text), \(generator.note)")
                _ = try syntax.resolve(in: world.scope)
            } catch {
                let bytes = Array(error.text.utf8)
                #expect(error.range.upperBound <= bytes.count, "\(text), \(generator.note)")
                #expect(!error.message.isEmpty, "\(generator.note)")
                let (start, end) = (error.range.lowerBound, error.range.upperBound)
                for part in [bytes[..<start], bytes[start..<end], bytes[end...]] {
                    #expect(String(validating: part, as: UTF8.self) != nil, "\(text), \(generator.note)")
                }
            }
        }
    }

    @Test("a string that is far too deeply nested or too long is refused")
    func bounds() throws {
        for text in [
            String(repeating: "(", count: 1900), String(repeating: "not ", count: 400),
            String(repeating: "(a or ", count: 300), String(repeating: "a", count: 2001),
        ] {
            #expect(throws: QueryError.self) { try QueryParser.parse(text) }
        }
        let deep = String(repeating: "(", count: 49) + "a" + String(repeating: ")", count: 49)
        #expect(try QueryParser.parse(deep).description == "a")
        let wide = String(repeating: "a ", count: 1000)
        #expect(try QueryParser.parse(wide).leaves.count == 1000)
    }
}
