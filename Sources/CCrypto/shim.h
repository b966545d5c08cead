// SPDX-License-Identifier: Apache-2.0
#ifndef HOMETASK_CCRYPTO_SHIM_H
#define HOMETASK_CCRYPTO_SHIM_H

// OpenSSL's libcrypto, which libgit2 brings. Its functions for ciphers are called in a fixed order, so each use is one
// function here.

// The digests are called directly: by way of EVP the first one reads OpenSSL's configuration.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
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

// AES-256-GCM (NIST SP 800-38D) with a nonce of 12 bytes and a tag of 16. Returns 1, or 0 where it fails.
static inline int hometask_gcm_seal(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *context, int context_count,
    const unsigned char *plain, int count, unsigned char *sealed, unsigned char *tag) {
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    int written = 0, rest = 0;
    int done = cipher != NULL && EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1
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

#endif
