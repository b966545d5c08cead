// SPDX-License-Identifier: Apache-2.0

/// An IP address: 4 bytes (IPv4) or 16 bytes (IPv6).
public struct NetworkAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates an address; nil unless there are 4 or 16 bytes.
    public init?(_ bytes: [UInt8]) {
        guard [4, 16].contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// The IPv4 networks that are not globally reachable (RFC 6890 and its registry; multicast: RFC 5771): leading
    /// bytes and prefix length in bits.
    private static let special: [(bytes: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
        ([203, 0, 113], 24), ([224], 3),
    ]
    /// The special-purpose networks within 2000::/3, the allocated IPv6 addresses: protocols, tunnels (which may lead
    /// anywhere) and documentation prefixes.
    private static let special6: [(bytes: [UInt8], bits: Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16), ([0x3F, 0xFF, 0x00], 20),
    ]

    /// Whether the address is public: not a loopback, private or special-purpose address.
    public var isPublic: Bool {
        if bytes.count == 4 { return !Self.special.contains { begins(with: $0.bytes, bits: $0.bits) } }
        return begins(with: [0x20], bits: 3) && !Self.special6.contains { begins(with: $0.bytes, bits: $0.bits) }
    }

    private func begins(with prefix: [UInt8], bits: Int) -> Bool {
        for (place, byte) in prefix.enumerated() {
            let count = min(8, bits - 8 * place)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> count)
            if (bytes[place] ^ byte) & mask != 0 { return false }
        }
        return true
    }
}
