// SPDX-License-Identifier: Apache-2.0
//
// Replacements, only in the command, for functions that Debian's libgit2 needs for its own network connections. The
// command makes no such connections: all exchanges use the installed git. Programs that embed HometaskKit are not
// affected.

#include <stddef.h>

// When libgit2 is initialised, it reads all certificate authorities of the machine, which takes a fifth of the time of
// a short command. This function reads none, so libgit2 trusts no server here.
#ifdef HOMETASK_ARCHIVES
// The linker's option --wrap redirects calls of a function to the function with this name.
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

// Nor does libgit2 need random numbers for such connections, which mbed TLS gathers by timing its own work, nor the ssh
// library, which initialises all of OpenSSL. Together they took about a fourteenth of the time of a short command.
void STAND_IN(mbedtls_havege_init)(void *state);
void STAND_IN(mbedtls_havege_init)(void *state) { (void)state; }

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
// Debian provides no static Kerberos library, and linking its shared library would load six libraries at every start.
// Each function returns GSS_S_FAILURE (RFC 2744, section 3.9.1).
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

// Built for debugging, ArgumentParser checks how a command declares its options each time it parses a line, and does so
// again for each group of options within it, four times a level: two fifths of a start. `DeclarationTests` have it check
// all commands, in a process where nothing is redirected. The name is that of `ParsableArguments._validate(parent:)`,
// which throws by setting a register that this function leaves alone.
void hometask_skip_declaration_checks(void)
    __asm__("__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ");
void hometask_skip_declaration_checks(void) {}

#ifdef HOMETASK_ARCHIVES
// ArgumentParser uses FoundationEssentials to ask whether an error is a LocalizedError, of which there are none in the
// command, and to describe commands in JSON, which `CommandLineTool` refuses. Linked statically without that library, the
// program is a tenth smaller, and a start takes a twentieth less time: the runtime searches 1,250 fewer conformances.
// `ParserFoundationTests` notice whether ArgumentParser begins to use it for anything else.
#define LEFT_OUT(name, symbol)       \
    void name(void) __asm__(symbol); \
    void name(void) { __builtin_trap(); }

LEFT_OUT(hometask_encoder_keys, "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV10sortedKeysAEvau")
LEFT_OUT(hometask_encoder_lines, "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV13prettyPrintedAEvau")
LEFT_OUT(hometask_encoder_format, "$s20FoundationEssentials11JSONEncoderC16OutputFormattingVN")
LEFT_OUT(hometask_encoder_options, "$s20FoundationEssentials11JSONEncoderC16OutputFormattingVs9OptionSetAAMc")
LEFT_OUT(hometask_encoder_allocate, "$s20FoundationEssentials11JSONEncoderCACycfC")
LEFT_OUT(hometask_encoder_begin, "$s20FoundationEssentials11JSONEncoderCACycfc")
LEFT_OUT(hometask_encoder_type, "$s20FoundationEssentials11JSONEncoderCMa")
LEFT_OUT(hometask_text_of_data, "$sSS20FoundationEssentialsE4data8encodingSSSgAA4DataVh_SSAAE8EncodingVtcfC")
LEFT_OUT(hometask_utf8, "$sSS20FoundationEssentialsE8EncodingV4utf8ACvau")

// The descriptor of the protocol LocalizedError: its flags, no module, its name, and no requirements.
__asm__(
    ".section .rodata\n"
    ".p2align 2\n"
    ".globl $s20FoundationEssentials14LocalizedErrorMp\n"
    "$s20FoundationEssentials14LocalizedErrorMp:\n"
    ".long 0x10043, 0, 1f - ., 0, 0, 0\n"
    "1: .asciz \"LocalizedError\"\n"
    ".previous\n");
#endif
