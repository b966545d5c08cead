// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins, in the command alone, for what libgit2 as Debian builds it needs for connections of its own. The command
// makes none: all exchanges go through the installed git. Programs that embed HometaskKit are not affected.

#include <stddef.h>

// Initialising libgit2 reads all certificate authorities of the machine, which takes a fifth of the time of a short
// command. This reads none, so that libgit2 trusts no server here.
#ifdef HOMETASK_ARCHIVES
// The linker's --wrap sends calls of a function to the one of this name.
#define STAND_IN(name) __wrap_##name
#else
// The dynamic linker prefers a program's own symbol to a library's.
#define STAND_IN(name) name
#endif

int STAND_IN(mbedtls_x509_crt_parse_file)(void *chain, const char *path);
int STAND_IN(mbedtls_x509_crt_parse_file)(void *chain, const char *path) {
    (void)chain;
    (void)path;
    return 0;
}

// Nor does it need random numbers for such connections, nor the library of ssh, which readies all of OpenSSL: together
// they took about a twentieth of a short command.
int STAND_IN(mbedtls_ctr_drbg_seed)(void *context, void *entropy, void *argument, const void *bytes, size_t count);
int STAND_IN(mbedtls_ctr_drbg_seed)(void *context, void *entropy, void *argument, const void *bytes, size_t count) {
    (void)context;
    (void)entropy;
    (void)argument;
    (void)bytes;
    (void)count;
    return 0;
}

int STAND_IN(libssh2_init)(int flags);
int STAND_IN(libssh2_init)(int flags) {
    (void)flags;
    return 0;
}

#ifdef HOMETASK_ARCHIVES
// Debian has no archive of the Kerberos library, and linking its shared one loads six libraries at every start.
// Each function answers GSS_S_FAILURE (RFC 2744, section 3.9.1).
#define FAILS(name)            \
    unsigned int name(void);   \
    unsigned int name(void) {  \
        return 13u << 16;      \
    }

FAILS(gss_delete_sec_context)
FAILS(gss_display_status)
FAILS(gss_import_name)
FAILS(gss_indicate_mechs)
FAILS(gss_init_sec_context)
FAILS(gss_release_buffer)
FAILS(gss_release_name)
FAILS(gss_release_oid_set)

extern void *GSS_C_NT_HOSTBASED_SERVICE;
void *GSS_C_NT_HOSTBASED_SERVICE = NULL;
#endif
