// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import TestSupport
import Testing

@Suite("A canvas of braille patterns")
struct BrailleCanvasTests {
    @Test("Each of the eight dots matches its Unicode number")
    func dots() throws {
        let dots: [[Character]] = [["⠁", "⠂", "⠄", "⡀"], ["⠈", "⠐", "⠠", "⢀"]]
        for x in 0..<2 {
            for y in 0..<4 {
                var canvas = BrailleCanvas(columns: 3, rows: 2)
                canvas.set(2 + x, 4 + y, ink: 7)
                let found = try #require(canvas.character(column: 1, row: 1))
                #expect(found.character == dots[x][y] && found.ink == 7)
                #expect(canvas.character(column: 0, row: 0) == nil)
            }
        }
    }

    @Test("A line sets every dot on the straight line between its ends")
    func line() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.line(from: (0, 0), to: (3, 3))
        #expect(canvas.character(column: 0, row: 0)?.character == "⠑")
        #expect(canvas.character(column: 1, row: 0)?.character == "⢄")
        canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.line(from: (-1e12, 1.5), to: (1e12, 1.5))
        #expect(canvas.character(column: 0, row: 0)?.character == "⠒")
        #expect(canvas.character(column: 1, row: 0)?.character == "⠒")
    }

    @Test("Points outside are ignored, however distant; a character has its highest ink")
    func outside() {
        var canvas = BrailleCanvas(columns: 2, rows: 2)
        canvas.set(-1, 0)
        canvas.set(4, 0)
        canvas.set(0, 8)
        canvas.line(from: (-5, -5), to: (-1, 20))
        canvas.line(from: (.nan, 0), to: (1, 1))
        canvas.line(from: (0, 0), to: (.infinity, 1))
        for place in 0..<4 { #expect(canvas.character(column: place % 2, row: place / 2) == nil) }
        canvas.set(0, 0, ink: 2)
        canvas.set(1, 1, ink: 1)
        #expect(canvas.character(column: 0, row: 0)?.ink == 2)
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<1000 {
            let numbers = (0..<4).map { _ in Double.random(in: -20...20, using: &generator) }
            canvas.line(from: (numbers[0], numbers[1]), to: (numbers[2], numbers[3]))
        }
    }
}
