// SPDX-License-Identifier: Apache-2.0

// Hides what OpenSSL 3.0 deprecates.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include "CCrypto.h"

#if !__has_include(<openssl/evp.h>)
#error "OpenSSL is missing: run .ci/bootstrap, or install Debian's libssl-dev"
#endif
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>

// Initialises libcrypto with its built-in algorithms only: the machine's OpenSSL configuration, which may load others
// instead, is not read.
static int start(void) { return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL); }

int hometask_sha256(const void *bytes, size_t count, unsigned char *digest) {
    return start() == 1 && EVP_Q_digest(NULL, "SHA256", NULL, bytes, count, digest, NULL) == 1;
}

int hometask_sha1(const void *bytes, size_t count, unsigned char *digest) {
    return start() == 1 && EVP_Q_digest(NULL, "SHA1", NULL, bytes, count, digest, NULL) == 1;
}

int hometask_scrypt(
    const unsigned char *word, size_t count, const unsigned char *salt, size_t salt_count, unsigned long long rounds,
    unsigned char *key, size_t key_count) {
    return start() == 1
        && EVP_PBE_scrypt(
               (const char *)word, count, salt, salt_count, rounds, 8, 1, 1024 * rounds + (64 << 20), key, key_count)
            == 1;
}

int hometask_gcm_seal(
    const unsigned char *key, int key_count, const unsigned char *nonce, const unsigned char *context,
    int context_count, const unsigned char *plain, int count, unsigned char *sealed, unsigned char *tag) {
    if (start() != 1) return 0;
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

int hometask_gcm_open(
    const unsigned char *key, const unsigned char *nonce, const unsigned char *context, int context_count,
    const unsigned char *sealed, int count, unsigned char *tag, unsigned char *plain) {
    if (start() != 1) return 0;
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

int hometask_hmac_sha256(
    const unsigned char *key, int key_count, const unsigned char *bytes, size_t count, unsigned char *code) {
    unsigned int written = 0;
    return start() == 1 && HMAC(EVP_sha256(), key, key_count, bytes, count, code, &written) != NULL && written == 32;
}

// A P-256 key with a public point and, unless NULL, a private number; NULL on failure.
static EVP_PKEY *p256_key(const unsigned char *point, const BIGNUM *number) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *fields = OSSL_PARAM_BLD_new();
    OSSL_PARAM *values = NULL;
    if (context != NULL && fields != NULL
        && OSSL_PARAM_BLD_push_utf8_string(fields, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(fields, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1
        && (number == NULL || OSSL_PARAM_BLD_push_BN(fields, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1))
        values = OSSL_PARAM_BLD_to_param(fields);
    int selection = number == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;
    if (values == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, selection, values) != 1)
        key = NULL;
    OSSL_PARAM_free(values);
    OSSL_PARAM_BLD_free(fields);
    EVP_PKEY_CTX_free(context);
    return key;
}

// Writes the public point of a private number.
static int p256_public(const BIGNUM *number, unsigned char *bytes) {
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = curve == NULL ? NULL : EC_POINT_new(curve);
    int done = point != NULL && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(curve)) < 0
        && EC_POINT_mul(curve, point, number, NULL, NULL, NULL) == 1
        && EC_POINT_point2oct(curve, point, POINT_CONVERSION_UNCOMPRESSED, bytes, 65, NULL) == 65;
    EC_POINT_free(point);
    EC_GROUP_free(curve);
    return done;
}

// A private number, to be freed with BN_clear_free; NULL if out of memory.
static BIGNUM *p256_number(const unsigned char *bytes) {
    if (start() != 1) return NULL;
    BIGNUM *number = BN_secure_new();
    if (number == NULL || BN_bin2bn(bytes, 32, number) == NULL) {
        BN_clear_free(number);
        return NULL;
    }
    // Constant time, so that timing does not leak the number.
    BN_set_flags(number, BN_FLG_CONSTTIME);
    return number;
}

// The key with a private number and its computed public point; NULL on failure.
static EVP_PKEY *p256_private_key(const unsigned char *bytes) {
    unsigned char point[65];
    BIGNUM *number = p256_number(bytes);
    EVP_PKEY *key = number != NULL && p256_public(number, point) == 1 ? p256_key(point, number) : NULL;
    BN_clear_free(number);
    return key;
}

int hometask_p256_public(const unsigned char *number, unsigned char *point) {
    BIGNUM *scalar = p256_number(number);
    int done = scalar != NULL && p256_public(scalar, point) == 1;
    BN_clear_free(scalar);
    return done;
}

int hometask_p256_is_point(const unsigned char *bytes) {
    if (start() != 1) return 0;
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = curve == NULL ? NULL : EC_POINT_new(curve);
    int done = point != NULL && EC_POINT_oct2point(curve, point, bytes, 65, NULL) == 1;
    EC_POINT_free(point);
    EC_GROUP_free(curve);
    return done;
}

int hometask_p256_agree(const unsigned char *number, const unsigned char *other, unsigned char *secret) {
    size_t written = 32;
    EVP_PKEY *own = p256_private_key(number);
    EVP_PKEY *theirs = own == NULL ? NULL : p256_key(other, NULL);
    EVP_PKEY_CTX *context = theirs == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL);
    int done = context != NULL && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, theirs) == 1
        && EVP_PKEY_derive(context, secret, &written) == 1 && written == 32;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(own);
    return done;
}

int hometask_p256_sign(const unsigned char *number, const unsigned char *digest, unsigned char *signature) {
    // A sequence of two integers of up to 33 bytes, with their headers.
    unsigned char encoded[72];
    size_t count = sizeof encoded;
    EVP_PKEY *key = p256_private_key(number);
    EVP_PKEY_CTX *context = key == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    const unsigned char *next = encoded;
    ECDSA_SIG *numbers = context != NULL && EVP_PKEY_sign_init(context) == 1
            && EVP_PKEY_sign(context, encoded, &count, digest, 32) == 1
        ? d2i_ECDSA_SIG(NULL, &next, (long)count)
        : NULL;
    int done = numbers != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return done;
}

int hometask_p256_verify(
    const unsigned char *point, const unsigned char *digest, const unsigned char *signature, size_t count) {
    if (start() != 1) return 0;
    EVP_PKEY *key = p256_key(point, NULL);
    EVP_PKEY_CTX *context = key == NULL ? NULL : EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int done = context != NULL && EVP_PKEY_verify_init(context) == 1
        && EVP_PKEY_verify(context, signature, count, digest, 32) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return done;
}
