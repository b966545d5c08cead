// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CCRYPTO_SHIM_H
#define HOMETASK_CCRYPTO_SHIM_H

// OpenSSL's libcrypto, which libgit2 brings. Its functions for ciphers are called in a fixed order, so each use is one
// function here.

// The digests are called directly: by way of EVP the first one reads OpenSSL's configuration.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdh.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <stddef.h>

static inline void hometask_sha256(const void *bytes, size_t count, unsigned char *digest) {
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, bytes, count);
    SHA256_Final(digest, &state);
}

static inline void hometask_sha1(const void *bytes, size_t count, unsigned char *digest) {
    SHA_CTX state;
    SHA1_Init(&state);
    SHA1_Update(&state, bytes, count);
    SHA1_Final(digest, &state);
}

// scrypt (RFC 7914) with r = 8 and p = 1. Returns 1, or 0 where there is too little memory.
static inline int hometask_scrypt(
    const unsigned char *word, size_t count, const unsigned char *salt, size_t salt_count, unsigned long long rounds,
    unsigned char *key, size_t key_count) {
    return EVP_PBE_scrypt(
        (const char *)word, count, salt, salt_count, rounds, 8, 1, 1024 * rounds + (64 << 20), key, key_count);
}

// AES-GCM (NIST SP 800-38D) with a key of 16 or 32 bytes, a nonce of 12 bytes and a tag of 16. Returns 1, or 0 where it
// fails.
static inline int hometask_gcm_seal(
    const unsigned char *key, int key_count, const unsigned char *nonce, const unsigned char *context,
    int context_count, const unsigned char *plain, int count, unsigned char *sealed, unsigned char *tag) {
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    int written = 0, rest = 0;
    const EVP_CIPHER *kind = key_count == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm();
    int done = cipher != NULL && EVP_EncryptInit_ex(cipher, kind, NULL, key, nonce) == 1
        && EVP_EncryptUpdate(cipher, NULL, &written, context, context_count) == 1
        && EVP_EncryptUpdate(cipher, sealed, &written, plain, count) == 1
        && EVP_EncryptFinal_ex(cipher, sealed + written, &rest) == 1
        && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, 16, tag) == 1;
    EVP_CIPHER_CTX_free(cipher);
    return done;
}

// The same backwards. Returns 1, or 0 where the key, the context or a byte is another one.
static inline int hometask_gcm_open(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *context, int context_count,
    const unsigned char *sealed, int count, unsigned char *tag, unsigned char *plain) {
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    int written = 0, rest = 0;
    int done = cipher != NULL && EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1
        && EVP_DecryptUpdate(cipher, NULL, &written, context, context_count) == 1
        && EVP_DecryptUpdate(cipher, plain, &written, sealed, count) == 1
        && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, 16, tag) == 1
        && EVP_DecryptFinal_ex(cipher, plain + written, &rest) == 1;
    EVP_CIPHER_CTX_free(cipher);
    return done;
}

// HMAC with SHA-256 (RFC 2104). Returns 1, or 0 where it fails.
static inline int hometask_hmac_sha256(
    const unsigned char *key, int key_count, const unsigned char *bytes, size_t count, unsigned char *code) {
    unsigned int written = 32;
    return HMAC(EVP_sha256(), key, key_count, bytes, count, code, &written) != NULL && written == 32;
}

// A key on the curve P-256 (NIST SP 800-186) from its private number of 32 bytes, with its public point. NULL if the
// number is not one from 1 to the order of the curve less 1.
static inline EC_KEY *hometask_p256_key(const unsigned char *number) {
    EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    const EC_GROUP *curve = key == NULL ? NULL : EC_KEY_get0_group(key);
    BIGNUM *scalar = BN_bin2bn(number, 32, NULL);
    EC_POINT *point = curve == NULL ? NULL : EC_POINT_new(curve);
    int done = scalar != NULL && point != NULL && !BN_is_zero(scalar)
        && BN_cmp(scalar, EC_GROUP_get0_order(curve)) < 0
        && EC_POINT_mul(curve, point, scalar, NULL, NULL, NULL) == 1
        && EC_KEY_set_private_key(key, scalar) == 1 && EC_KEY_set_public_key(key, point) == 1;
    EC_POINT_free(point);
    BN_clear_free(scalar);
    if (done) return key;
    EC_KEY_free(key);
    return NULL;
}

// The public point of a key, 65 bytes in the uncompressed form (SEC 1, section 2.3.3). Returns 1, or 0 where it fails.
static inline int hometask_p256_public(const unsigned char *number, unsigned char *point) {
    EC_KEY *key = hometask_p256_key(number);
    int done = key != NULL
        && EC_POINT_point2oct(
               EC_KEY_get0_group(key), EC_KEY_get0_public_key(key), POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL)
            == 65;
    EC_KEY_free(key);
    return done;
}

// Whether 65 bytes are a point of the curve.
static inline int hometask_p256_is_point(const unsigned char *bytes) {
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = curve == NULL ? NULL : EC_POINT_new(curve);
    int done = point != NULL && EC_POINT_oct2point(curve, point, bytes, 65, NULL) == 1;
    EC_POINT_free(point);
    EC_GROUP_free(curve);
    return done;
}

// What two keys agree upon (ECDH, SEC 1, section 3.3.1), 32 bytes. Returns 1, or 0 where the other's 65 bytes are not a
// point of the curve.
static inline int hometask_p256_agree(const unsigned char *number, const unsigned char *other, unsigned char *secret) {
    EC_KEY *key = hometask_p256_key(number);
    const EC_GROUP *curve = key == NULL ? NULL : EC_KEY_get0_group(key);
    EC_POINT *point = curve == NULL ? NULL : EC_POINT_new(curve);
    int done = point != NULL && EC_POINT_oct2point(curve, point, other, 65, NULL) == 1
        && ECDH_compute_key(secret, 32, point, key, NULL) == 32;
    EC_POINT_free(point);
    EC_KEY_free(key);
    return done;
}

// A signature of a digest of 32 bytes by ECDSA: its two numbers, 32 bytes each (FIPS 186-5). Returns 1, or 0 where it
// fails.
static inline int hometask_p256_sign(const unsigned char *number, const unsigned char *digest, unsigned char *signature) {
    EC_KEY *key = hometask_p256_key(number);
    ECDSA_SIG *signed_digest = key == NULL ? NULL : ECDSA_do_sign(digest, 32, key);
    int done = signed_digest != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(signed_digest), signature, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(signed_digest), signature + 32, 32) == 32;
    ECDSA_SIG_free(signed_digest);
    EC_KEY_free(key);
    return done;
}

// Whether a signature of a digest of 32 bytes is by the key with a public point of 65 bytes (FIPS 186-5). The signature is
// in DER, and refused in any other form: ECDSA_verify compares it with its own encoding. Returns 1, or 0.
static inline int hometask_p256_verify(
    const unsigned char *point, const unsigned char *digest, const unsigned char *signature, int count) {
    EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    const EC_GROUP *curve = key == NULL ? NULL : EC_KEY_get0_group(key);
    EC_POINT *public_point = curve == NULL ? NULL : EC_POINT_new(curve);
    int done = public_point != NULL && EC_POINT_oct2point(curve, public_point, point, 65, NULL) == 1
        && EC_KEY_set_public_key(key, public_point) == 1
        && ECDSA_verify(0, digest, 32, signature, count, key) == 1;
    EC_POINT_free(public_point);
    EC_KEY_free(key);
    return done;
}

#endif
