// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The tasks in a file: a list, one task, or one task per line, depending on Taskwarrior's version and settings.
struct TaskwarriorSource {
    private(set) var tasks: [(object: JSONObject, line: Int?)] = []

    private static let limits = JSONLimits(bytes: 1 << 30, depth: 20)

    /// Reads a file. If the file as a whole is not valid JSON, each line is parsed separately, so that an error loses
    /// only one task.
    init(_ text: String, fault: (Int?, String) -> Void) throws {
        do {
            switch try JSON.parse(text, limits: Self.limits) {
            case .array(let elements):
                let lines = ElementLines(of: text)
                for (index, element) in elements.enumerated() {
                    if let object = element.objectValue {
                        tasks.append((object, lines[index]))
                    } else {
                        fault(lines[index], "entry \(index + 1) of the list is not a task")
                    }
                }
            case .object(let object): tasks.append((object, 1))
            default: throw Self.refusal("it is a single value")
            }
        } catch let error as JSONError {
            readLines(text, fault)
            if tasks.isEmpty { throw Self.refusal("\(error)") }
        }
    }

    private static func refusal(_ reason: String) -> RPCError {
        RPCError(
            .refused, "the file is not a list of tasks in JSON: \(reason)",
            hint: "Write it with: task export > tasks.json"
        )
    }

    private mutating func readLines(_ text: String, _ fault: (Int?, String) -> Void) {
        for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            var piece = line.drop { Self.isMargin($0) || $0 == UInt8(ascii: "[") }
            while let last = piece.last, Self.isMargin(last) || last == UInt8(ascii: "]") && !Self.isClosed(piece) {
                piece.removeLast()
            }
            if piece.isEmpty { continue }
            do throws(JSONError) {
                tasks.append((try JSONObject.parse(Array(piece), limits: Self.limits), index + 1))
            } catch {
                fault(index + 1, "the line is not a task: \(error.message)")
            }
        }
    }

    /// Whether a line ends with the brace that closes a task.
    private static func isClosed(_ line: Substring.UTF8View.SubSequence) -> Bool { line.last == UInt8(ascii: "}") }

    private static func isMargin(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ",") }
}
