// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// The context of a request: the connection and the log.
struct PhoneContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel
    /// The remote address of the connection.
    let peer: String
    /// The local port of the connection.
    let port: Int
    /// The server's log, set by ``RequestGate``.
    var log = RequestLog.none

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? ""
        port = source.channel.localAddress?.port ?? 0
    }
}
