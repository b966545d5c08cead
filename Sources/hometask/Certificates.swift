// SPDX-License-Identifier: Apache-2.0

/// Stands in for the mbedTLS function by which libgit2, as Debian builds it, reads all certificate authorities of the
/// machine whenever it is initialised: a fifth of the time of a short command, for connections that this program never
/// makes through libgit2. It reads none, so libgit2 trusts no server here, and all exchanges go through the installed git.
///
/// The dynamic linker prefers a program's own symbol to a library's. Programs that embed HometaskKit are not affected.
@_cdecl("mbedtls_x509_crt_parse_file")
public func readNoCertificates(_ chain: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?) -> CInt { 0 }
