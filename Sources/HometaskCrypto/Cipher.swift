// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// Password-based key derivation and authenticated encryption, by OpenSSL's libcrypto (a dependency of libgit2).
public enum Cipher {
    /// Derives bytes by scrypt (RFC 7914) with r = 8 and p = 1; nil if out of memory.
    ///
    /// - Parameter cost: the binary logarithm of scrypt's parameter N.
    public static func scrypt(_ word: [UInt8], salt: [UInt8], cost: Int, count: Int) -> [UInt8]? {
        var key = [UInt8](repeating: 0, count: count)
        return unsafe hometask_scrypt(word, word.count, salt, salt.count, 1 << UInt64(cost), &key, count) == 1
            ? key : nil
    }

    /// Encrypts by AES-GCM (NIST SP 800-38D) to nonce, ciphertext and tag; nil if libcrypto fails.
    ///
    /// - Parameter key: 32 bytes for AES-256, or 16 for AES-128.
    public static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]) -> [UInt8]? {
        precondition([16, 32].contains(key.count) && nonce.count == 12)
        var sealed = [UInt8](repeating: 0, count: plain.count + 16)
        var tag = [UInt8](repeating: 0, count: 16)
        guard
            unsafe hometask_gcm_seal(
                key, Int32(key.count), nonce, context, Int32(context.count), plain, Int32(plain.count), &sealed, &tag)
                == 1
        else { return nil }
        return nonce + sealed.prefix(plain.count) + tag
    }

    /// Decrypts AES-256-GCM; nil if the key or the context differs, or if the data was altered.
    public static func open(_ data: [UInt8], key: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard data.count >= 28, key.count == 32 else { return nil }
        let (nonce, sealed) = (Array(data.prefix(12)), Array(data.dropFirst(12).dropLast(16)))
        var (tag, plain) = (Array(data.suffix(16)), [UInt8](repeating: 0, count: data.count))
        guard
            unsafe hometask_gcm_open(
                key, nonce, context, Int32(context.count), sealed, Int32(sealed.count), &tag, &plain) == 1
        else { return nil }
        return Array(plain.prefix(sealed.count))
    }
}
