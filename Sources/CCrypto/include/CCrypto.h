// SPDX-License-Identifier: Apache-2.0
//
// The functions of OpenSSL's libcrypto (a dependency of libgit2) that hometask uses. Each returns 1, or 0 on failure.
#ifndef HOMETASK_CCRYPTO_H
#define HOMETASK_CCRYPTO_H

#include <stddef.h>

// SHA-256 (FIPS 180-4), 32 bytes.
int hometask_sha256(const void *bytes, size_t count, unsigned char *digest);

// SHA-1 (FIPS 180-4), 20 bytes.
int hometask_sha1(const void *bytes, size_t count, unsigned char *digest);

// scrypt (RFC 7914) with r = 8 and p = 1. Fails if out of memory.
int hometask_scrypt(
    const unsigned char *word, size_t count, const unsigned char *salt, size_t salt_count, unsigned long long rounds,
    unsigned char *key, size_t key_count);

// AES-GCM (NIST SP 800-38D) with a key of 16 or 32 bytes, a nonce of 12 bytes and a tag of 16.
int hometask_gcm_seal(
    const unsigned char *key, int key_count, const unsigned char *nonce, const unsigned char *context,
    int context_count, const unsigned char *plain, int count, unsigned char *sealed, unsigned char *tag);

// Reverses `hometask_gcm_seal` for a key of 32 bytes. Fails unless key, nonce, context, bytes and tag are the same.
int hometask_gcm_open(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *context, int context_count,
    const unsigned char *sealed, int count, unsigned char *tag, unsigned char *plain);

// HMAC with SHA-256 (RFC 2104), 32 bytes.
int hometask_hmac_sha256(
    const unsigned char *key, int key_count, const unsigned char *bytes, size_t count, unsigned char *code);

// The functions below use the curve P-256 (NIST SP 800-186). A private number has 32 bytes, big-endian; a point has 65,
// in the uncompressed form (SEC 1, section 2.3.3).

// The public point of a private number. Fails unless the number is from 1 to the order of the curve less 1.
int hometask_p256_public(const unsigned char *number, unsigned char *point);

// Whether 65 bytes are a point on the curve.
int hometask_p256_is_point(const unsigned char *point);

// The shared secret of two keys, 32 bytes (ECDH: SEC 1, section 3.3.1). Fails if the other's point is not on the curve.
int hometask_p256_agree(const unsigned char *number, const unsigned char *other, unsigned char *secret);

// The ECDSA signature of a digest of 32 bytes (FIPS 186-5): two numbers of 32 bytes each.
int hometask_p256_sign(const unsigned char *number, const unsigned char *digest, unsigned char *signature);

// Verifies a DER signature of a digest of 32 bytes with a public point (FIPS 186-5). libcrypto refuses any
// non-canonical encoding.
int hometask_p256_verify(
    const unsigned char *point, const unsigned char *digest, const unsigned char *signature, size_t count);

#endif
