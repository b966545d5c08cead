// SPDX-License-Identifier: Apache-2.0

/// Lower-case letters without their accents: the base of every letter that Unicode decomposes canonically (UAX #15),
/// and, for keyboards that lack them, of letters with a stroke and of ligatures.
///
/// Not included are the compatibility ideographs, which no keyboard produces, and Hangul, which `SearchFolding`
/// decomposes by rule.
enum FoldedLetters {
    /// Returns the scalars that represent a scalar in searches; nil if the scalar represents itself.
    static func base(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? { bases[scalar.value] }

    private static let bases: [UInt32: [Unicode.Scalar]] = {
        var bases: [UInt32: [Unicode.Scalar]] = [:]
        for entry in table.split(separator: ";") {
            let sides = entry.split(separator: ":")
            guard sides.count == 2 else { continue }
            let base = sides[0].split(whereSeparator: { $0 == "+" || $0.isWhitespace })
                .compactMap { UInt32($0, radix: 16).flatMap { Unicode.Scalar($0) } }
            for run in sides[1].split(whereSeparator: { $0.isWhitespace }) {
                let ends = run.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                guard let first = ends.first, let last = ends.last, first <= last else { continue }
                for value in first...last { bases[value] = base }
            }
        }
        return bases
    }()

    /// Generated from Python's `unicodedata` (Unicode 14.0): a base, a colon, and the letters with this base, in
    /// hexadecimal.
    private static let table = """
        61: E0-E5 101 103 105 1CE 1DF 1E1 1FB 201 203 227 1E01 1EA1 1EA3 1EA5 1EA7 1EA9 1EAB 1EAD 1EAF 1EB1 1EB3
        1EB5 1EB7; 61+65: E6 1E3 1FD; 62: 1E03 1E05 1E07; 63: E7 107 109 10B 10D 1E09; 64: F0 10F 111 1E0B 1E0D
        1E0F 1E11 1E13; 65: E8-EB 113 115 117 119 11B 205 207 229 1E15 1E17 1E19 1E1B 1E1D 1EB9 1EBB 1EBD 1EBF
        1EC1 1EC3 1EC5 1EC7; 66: 1E1F; 67: 11D 11F 121 123 1E7 1F5 1E21; 68: 125 127 21F 1E23 1E25 1E27 1E29
        1E2B 1E96; 69: EC-EF 129 12B 12D 12F 131 1D0 209 20B 1E2D 1E2F 1EC9 1ECB; 6A: 135 1F0; 6B: 137 1E9 1E31
        1E33 1E35; 6C: 13A 13C 13E 142 1E37 1E39 1E3B 1E3D; 6D: 1E3F 1E41 1E43; 6E: F1 144 146 148 1F9 1E45 1E47
        1E49 1E4B; 6F: F2-F6 F8 14D 14F 151 1A1 1D2 1EB 1ED 1FF 20D 20F 22B 22D 22F 231 1E4D 1E4F 1E51 1E53 1ECD
        1ECF 1ED1 1ED3 1ED5 1ED7 1ED9 1EDB 1EDD 1EDF 1EE1 1EE3; 6F+65: 153; 70: 1E55 1E57; 72: 155 157 159 211
        213 1E59 1E5B 1E5D 1E5F; 73: 15B 15D 15F 161 219 1E61 1E63 1E65 1E67 1E69; 73+73: DF; 74: 163 165 167
        21B 1E6B 1E6D 1E6F 1E71 1E97; 74+68: FE; 75: F9-FC 169 16B 16D 16F 171 173 1B0 1D4 1D6 1D8 1DA 1DC 215
        217 1E73 1E75 1E77 1E79 1E7B 1EE5 1EE7 1EE9 1EEB 1EED 1EEF 1EF1; 76: 1E7D 1E7F; 77: 175 1E81 1E83 1E85
        1E87 1E89 1E98; 78: 1E8B 1E8D; 79: FD FF 177 233 1E8F 1E99 1EF3 1EF5 1EF7 1EF9; 7A: 17A 17C 17E 1E91
        1E93 1E95; 17F: 1E9B; 292: 1EF; 2B9: 374; 3B1: 3AC 1F00-1F07 1F70-1F71 1F80-1F87 1FB0-1FB4 1FB6-1FB7;
        3B5: 3AD 1F10-1F15 1F72-1F73; 3B7: 3AE 1F20-1F27 1F74-1F75 1F90-1F97 1FC2-1FC4 1FC6-1FC7; 3B9: 390 3AF
        3CA 1F30-1F37 1F76-1F77 1FBE 1FD0-1FD3 1FD6-1FD7; 3BF: 3CC 1F40-1F45 1F78-1F79; 3C1: 1FE4-1FE5; 3C3:
        3C2; 3C5: 3B0 3CB 3CD 1F50-1F57 1F7A-1F7B 1FE0-1FE3 1FE6-1FE7; 3C9: 3CE 1F60-1F67 1F7C-1F7D 1FA0-1FA7
        1FF2-1FF4 1FF6-1FF7; 3D2: 3D3-3D4; 430: 4D1 4D3; 433: 453; 435: 450-451 4D7; 436: 4C2 4DD; 437: 4DF;
        438: 439 45D 4E3 4E5; 43A: 45C; 43E: 4E7; 443: 45E 4EF 4F1 4F3; 447: 4F5; 44B: 4F9; 44D: 4ED; 456: 457;
        475: 477; 4D9: 4DB; 4E9: 4EB; 5D0: FB2E-FB30; 5D1: FB31 FB4C; 5D2: FB32; 5D3: FB33; 5D4: FB34; 5D5: FB35
        FB4B; 5D6: FB36; 5D8: FB38; 5D9: FB1D FB39; 5DA: FB3A; 5DB: FB3B FB4D; 5DC: FB3C; 5DE: FB3E; 5E0: FB40;
        5E1: FB41; 5E3: FB43; 5E4: FB44 FB4E; 5E6: FB46; 5E7: FB47; 5E8: FB48; 5E9: FB2A-FB2D FB49; 5EA: FB4A;
        5F2: FB1F; 627: 622-623 625; 648: 624; 64A: 626; 6C1: 6C2; 6D2: 6D3; 6D5: 6C0; 915+93C: 958; 916+93C:
        959; 917+93C: 95A; 91C+93C: 95B; 921+93C: 95C; 922+93C: 95D; 928+93C: 929; 92B+93C: 95E; 92F+93C: 95F;
        930+93C: 931; 933+93C: 934; 9A1+9BC: 9DC; 9A2+9BC: 9DD; 9AF+9BC: 9DF; 9C7+9BE: 9CB; 9C7+9D7: 9CC;
        A16+A3C: A59; A17+A3C: A5A; A1C+A3C: A5B; A2B+A3C: A5E; A32+A3C: A33; A38+A3C: A36; B21+B3C: B5C;
        B22+B3C: B5D; B47+B3E: B4B; B47+B56: B48; B47+B57: B4C; B92+BD7: B94; BC6+BBE: BCA; BC6+BD7: BCC;
        BC7+BBE: BCB; C46+C56: C48; CBF+CD5: CC0; CC6+CC2: CCA; CC6+CC2+CD5: CCB; CC6+CD5: CC7; CC6+CD6: CC8;
        D46+D3E: D4A; D46+D57: D4C; D47+D3E: D4B; DD9+DCA: DDA; DD9+DCF: DDC; DD9+DCF+DCA: DDD; DD9+DDF: DDE;
        F40+FB5: F69; F42+FB7: F43; F4C+FB7: F4D; F51+FB7: F52; F56+FB7: F57; F5B+FB7: F5C; F71+F72: F73;
        F71+F74: F75; F71+F80: F81; F90+FB5: FB9; F92+FB7: F93; F9C+FB7: F9D; FA1+FB7: FA2; FA6+FB7: FA7;
        FAB+FB7: FAC; FB2+F80: F76; FB3+F80: F78; 1025+102E: 1026; 1B05+1B35: 1B06; 1B07+1B35: 1B08; 1B09+1B35:
        1B0A; 1B0B+1B35: 1B0C; 1B0D+1B35: 1B0E; 1B11+1B35: 1B12; 1B3A+1B35: 1B3B; 1B3C+1B35: 1B3D; 1B3E+1B35:
        1B40; 1B3F+1B35: 1B41; 1B42+1B35: 1B43; 3046+3099: 3094; 304B+3099: 304C; 304D+3099: 304E; 304F+3099:
        3050; 3051+3099: 3052; 3053+3099: 3054; 3055+3099: 3056; 3057+3099: 3058; 3059+3099: 305A; 305B+3099:
        305C; 305D+3099: 305E; 305F+3099: 3060; 3061+3099: 3062; 3064+3099: 3065; 3066+3099: 3067; 3068+3099:
        3069; 306F+3099: 3070; 306F+309A: 3071; 3072+3099: 3073; 3072+309A: 3074; 3075+3099: 3076; 3075+309A:
        3077; 3078+3099: 3079; 3078+309A: 307A; 307B+3099: 307C; 307B+309A: 307D; 309D+3099: 309E; 30A6+3099:
        30F4; 30AB+3099: 30AC; 30AD+3099: 30AE; 30AF+3099: 30B0; 30B1+3099: 30B2; 30B3+3099: 30B4; 30B5+3099:
        30B6; 30B7+3099: 30B8; 30B9+3099: 30BA; 30BB+3099: 30BC; 30BD+3099: 30BE; 30BF+3099: 30C0; 30C1+3099:
        30C2; 30C4+3099: 30C5; 30C6+3099: 30C7; 30C8+3099: 30C9; 30CF+3099: 30D0; 30CF+309A: 30D1; 30D2+3099:
        30D3; 30D2+309A: 30D4; 30D5+3099: 30D6; 30D5+309A: 30D7; 30D8+3099: 30D9; 30D8+309A: 30DA; 30DB+3099:
        30DC; 30DB+309A: 30DD; 30EF+3099: 30F7; 30F0+3099: 30F8; 30F1+3099: 30F9; 30F2+3099: 30FA; 30FD+3099:
        30FE; 11099+110BA: 1109A; 1109B+110BA: 1109C; 110A5+110BA: 110AB; 11131+11127: 1112E; 11132+11127:
        1112F; 11347+1133E: 1134B; 11347+11357: 1134C; 114B9+114B0: 114BC; 114B9+114BA: 114BB; 114B9+114BD:
        114BE; 115B8+115AF: 115BA; 115B9+115AF: 115BB; 11935+11930: 11938;
        """
}
