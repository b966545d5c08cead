// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// Key derivation: HKDF with SHA-256 (RFC 5869), by OpenSSL's libcrypto.
public enum KeyDerivation {
    /// Derives a key of up to 32 bytes; nil if libcrypto fails.
    ///
    /// - Parameters:
    ///   - material: the input keying material.
    ///   - info: the purpose of the key.
    ///   - count: the number of bytes, 1 to 32.
    public static func key(from material: [UInt8], salt: [UInt8], for info: [UInt8], count: Int) -> [UInt8]? {
        precondition((1...32).contains(count))
        guard let random = code(of: material, key: salt), let key = code(of: info + [1], key: random) else {
            return nil
        }
        return Array(key.prefix(count))
    }

    /// Computes HMAC with SHA-256 (RFC 2104).
    private static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        return unsafe hometask_hmac_sha256(key, Int32(key.count), bytes, bytes.count, &code) == 1 ? code : nil
    }
}
