// SPDX-License-Identifier: Apache-2.0

/// The normalised form of a name used for searching the gazetteer: lower-case letters without accents, with one space
/// between words.
enum FoldedName {
    /// Converts a name to the normalised form, consistently with `make_places.py`.
    static func of(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if let base = bases[scalar] {
                result.append(contentsOf: base)
            } else if isPartOfWord(scalar) {
                result.append(scalar)
            } else if !isMark(scalar) {
                result.append(" ")
            }
        }
        return String(result).split(separator: " ").joined(separator: " ")
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static let bases: [Unicode.Scalar: [Unicode.Scalar]] = {
        var bases: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for entry in table.split(separator: ";") {
            let sides = entry.split(whereSeparator: \.isWhitespace)
            guard sides.count == 2 else { continue }
            for scalar in sides[1].unicodeScalars { bases[scalar] = Array(sides[0].unicodeScalars) }
        }
        return bases
    }()

    /// The accented Latin letters for each replacement.
    private static let table = """
        a àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ; ae æǣǽ; b ḃḅḇ; c çćĉċčḉ; d ðďđḋḍḏḑḓ; dz ǆǳ; e èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ;
        f ḟ; g ĝğġģǧǵḡ; h ĥħȟḣḥḧḩḫẖ; i ìíîïĩīĭįıǐȉȋḭḯỉị; ij ĳ; j ĵǰ; k ķǩḱḳḵ; l ĺļľłḷḹḻḽ; lj ǉ; m ḿṁṃ;
        n ñńņňǹṅṇṉṋ; nj ǌ; o òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ; oe œ; p ṕṗ; r ŕŗřȑȓṙṛṝṟ; s śŝşšſșṡṣṥṧṩẛ; ss ß;
        t ţťțṫṭṯṱẗ; th þ; u ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự; v ṽṿ; w ŵẁẃẅẇẉẘ; x ẋẍ; y ýÿŷȳẏẙỳỵỷỹ; z źżžẑẓẕ
        """
}
