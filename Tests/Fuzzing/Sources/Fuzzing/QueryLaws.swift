// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

enum QueryLaws {
    /// A family with members, categories, pins and saved views for queries.
    private static let scope: QueryScope? = {
        let reader = MemoryReader.named()
        guard let directory = try? FamilyDirectory(reading: reader) else { return nil }
        return QueryScope(
            directory: directory, pins: reader.pins, views: reader.views, member: MemoryReader.id(1),
            now: Timestamp(seconds: 1_795_000_000), zone: .utc)
    }()

    static func check(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let syntax: QuerySyntax
        do throws(QueryError) {
            syntax = try QueryParser.parse(text)
        } catch {
            let isInside = error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count
            return law("a fault lies in the query", isInside, evidence: [bytes])
        }
        Tally.count("queries")
        for leaf in syntax.leaves {
            law("a part lies in the query", leaf.range.upperBound <= text.utf8.count, evidence: [bytes])
        }
        let printed = syntax.description
        // Quotes may make the printed query longer than the typed one, and so longer than the limit.
        if printed.unicodeScalars.count <= QueryParser.longest {
            let again = try? QueryParser.parse(printed)
            law("a query is read as it is printed", again == syntax, evidence: [bytes, Array(printed.utf8)])
            law(
                "a query is printed as it is read", again?.description == printed,
                evidence: [bytes, Array(printed.utf8)])
            if let again { meaning(of: syntax, and: again, from: bytes) }
        }
    }

    private static func meaning(of syntax: QuerySyntax, and printed: QuerySyntax, from bytes: [UInt8]) {
        guard let scope else { fatalError("the family of the fuzzer cannot be read") }
        let (first, second) = (try? syntax.resolve(in: scope), try? printed.resolve(in: scope))
        if first != nil { Tally.count("queries with a meaning") }
        law("a query means what it means printed", first == second, evidence: [bytes, Array(printed.description.utf8)])
    }
}

extension MemoryReader {
    static func id(_ number: UInt64) -> DocumentID { DocumentID(randomBytes: (number << 32, number)) }

    /// A family with the names that queries use.
    static func named() -> MemoryReader {
        let reader = MemoryReader()
        let documents: [(DocumentKind, JSONObject)] = [
            (.member, ["name": "Mia"]), (.member, ["name": "Ben Adams"]), (.category, ["name": "garden"]),
            (.pin, ["name": "school", "latitude": "52.37", "longitude": "4.89"]),
            (.view, ["name": "soon", "query": "mine due<7d", "sort": "due"]),
            (.view, ["name": "ring", "query": "@ring or view:ring"]),
        ]
        for (index, (kind, members)) in documents.enumerated() {
            reader.putMembers(kind, id(UInt64(index) + 1), members: members)
        }
        return reader
    }

    var views: [ViewRecord] { (try? ViewRecord.all(reading: self)) ?? [] }
    var pins: [PinRecord] { (try? PinFinder(reading: self).pins) ?? [] }
}
