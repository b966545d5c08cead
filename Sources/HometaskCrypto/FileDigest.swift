// SPDX-License-Identifier: Apache-2.0

import CCrypto
import HometaskHashing

/// Digests of whole files, by OpenSSL's libcrypto (a dependency of libgit2): it is hardware-accelerated and ten times
/// as fast as our own implementation, the fallback if libcrypto fails. Object ids come from libgit2, which detects
/// known SHA-1 collisions.
public enum FileDigest {
    /// Returns the SHA-256 digest (FIPS 180-4) in lower-case hexadecimal.
    public static func sha256(_ bytes: [UInt8]) -> String {
        HometaskHashing.SHA256.hexadecimal(digest(bytes))
    }

    /// Returns the SHA-256 digest (FIPS 180-4), 32 bytes.
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        return unsafe hometask_sha256(bytes, bytes.count, &digest) == 1 ? digest : HometaskHashing.SHA256.digest(bytes)
    }

    /// Returns the SHA-1 digest (FIPS 180-4), 20 bytes: the trailing checksum of git's files.
    public static func sha1(_ bytes: [UInt8]) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe sha1($0) } }

    /// Returns the SHA-1 digest (FIPS 180-4), 20 bytes.
    public static func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        return unsafe hometask_sha1(bytes.baseAddress, bytes.count, &digest) == 1
            ? digest : HometaskHashing.SHA1.digest(bytes)
    }
}
