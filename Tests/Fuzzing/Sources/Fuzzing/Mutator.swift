// SPDX-License-Identifier: Apache-2.0

import CFuzzing
import HometaskDocuments
import HometaskMerging

/// Called by libFuzzer in place of its own mutator, so that enough inputs remain documents and get past the parser.
///
/// Half the time it calls libFuzzer's own mutator. Otherwise it parses one part of the input as JSON and replaces a
/// value in it with another value of the input; or it decodes the part as a document, edits it and encodes it again,
/// which keeps its stamps.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ data: UnsafeMutablePointer<UInt8>, size: Int, limit: Int, seed: UInt32
) -> Int {
    var chance = Chance(state: UInt64(seed))
    guard Target.chosen != .history, chance.below(2) == 0 else { return LLVMFuzzerMutate(data, size, limit) }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let mutated = Mutation.of(bytes, &chance), mutated.count <= limit else {
        return LLVMFuzzerMutate(data, size, limit)
    }
    for (index, byte) in mutated.enumerated() { data[index] = byte }
    return mutated.count
}

enum Mutation {
    /// The input with one of its parts changed; nil if that part is not JSON.
    static func of(_ bytes: [UInt8], _ chance: inout Chance) -> [UInt8]? {
        var pieces = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        let place = chance.below(pieces.count)
        let other = pieces[chance.below(pieces.count)]
        switch chance.below(8) {
        case 0: pieces[place] = other
        case 1: pieces.append(other)
        case 2, 3, 4:
            guard let edited = edited(pieces[place], &chance) else { return nil }
            pieces[place] = edited
        default:
            guard let tree = try? JSON.parse(pieces[place]) else { return nil }
            let parts = tree.parts + ((try? JSON.parse(other))?.parts ?? [])
            let index = chance.below(tree.parts.count)
            let part = parts[chance.below(parts.count)]
            pieces[place] = tree.replacing(part: index, with: part).canonicalBytes()
        }
        return Array(pieces.joined(separator: [0]))
    }

    private static func edited(_ piece: [UInt8], _ chance: inout Chance) -> [UInt8]? {
        guard var document = try? Document(decoding: piece) else { return nil }
        for _ in 0...chance.below(3) {
            let write = DocumentWrite(what: chance.byte(), value: chance.byte())
            write.apply(to: &document, by: People.author(chance.byte()))
        }
        return document.encoded()
    }
}

extension JSON {
    /// This value and all values in it, in the order written; for a member, the key before the value.
    fileprivate var parts: [JSON] {
        switch self {
        case .array(let elements): [self] + elements.flatMap(\.parts)
        case .object(let object): [self] + object.members.flatMap { [.string($0.0.string)] + $0.1.parts }
        default: [self]
        }
    }

    /// This value with the part at an index, as counted by `parts`, replaced.
    fileprivate func replacing(part number: Int, with part: JSON) -> JSON {
        if number == 0 { return part }
        var rest = number - 1
        switch self {
        case .array(var elements):
            for index in elements.indices {
                let count = elements[index].parts.count
                if rest < count {
                    elements[index] = elements[index].replacing(part: rest, with: part)
                    break
                }
                rest -= count
            }
            return .array(elements)
        case .object(let object):
            var members: [(String, JSON)] = []
            for (key, value) in object.members {
                let count = value.parts.count + 1
                let isHere = rest >= 0 && rest < count
                let name = isHere && rest == 0 ? part.stringValue ?? key.string : key.string
                members.append((name, isHere && rest > 0 ? value.replacing(part: rest - 1, with: part) : value))
                rest -= count
            }
            return .object(JSONObject(members))
        default: return self
        }
    }
}

/// SplitMix64: the same seed gives the same mutation of an input.
struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }
    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
