// SPDX-License-Identifier: Apache-2.0

/// A POST request to a push service.
public struct PushRequest: Sendable {
    /// Where it goes.
    public let endpoint: PushEndpoint
    /// Its header fields. None of the values has a line break.
    public let headers: [(name: String, value: String)]
    /// Its body.
    public let body: [UInt8]
}
