// SPDX-License-Identifier: Apache-2.0

// The C library: whoever imports this module has all of it. No other module imports it, so what differs between
// platforms is found here and in CProcess. On a platform without any, such as WebAssembly, this module is empty.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Darwin)
@_exported public import Darwin
#endif
