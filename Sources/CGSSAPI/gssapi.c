// SPDX-License-Identifier: Apache-2.0
//
// Debian has no static library of Kerberos, whose functions libgit2 calls for its own network connections. The
// programs make none: the installed git does all exchanges. These functions fail, as GSSAPI does without Kerberos.

#ifdef HOMETASK_ARCHIVES
#include <stddef.h>

// GSS_S_FAILURE (RFC 2744, section 3.9.1).
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
