// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// What is known about a request besides what it says itself.
struct PhoneContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request came.
    let channel: any Channel
    /// The address at the other end of the connection.
    let peer: String
    /// The port of this server that it was made to.
    let port: Int
    /// The log of the server, which ``RequestGate`` sets.
    var log = RequestLog.none

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? ""
        port = source.channel.localAddress?.port ?? 0
    }
}
