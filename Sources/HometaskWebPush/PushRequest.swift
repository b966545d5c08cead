// SPDX-License-Identifier: Apache-2.0

/// A POST request to a push service.
public struct PushRequest: Sendable {
    /// The push resource that takes the request (RFC 8030, section 5).
    public let endpoint: PushEndpoint
    /// Its header fields. None of the values has a line break.
    public let headers: [(name: String, value: String)]
    /// The encrypted message, in the content coding `aes128gcm` (RFC 8188).
    public let body: [UInt8]
}
