// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Closes a connection that takes too long for a request or for an answer, or sends a longer body than any request may
/// have, so that slow clients cannot occupy the server.
///
/// Connections without a request are closed by the HTTP server itself.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The limits of a connection.
    struct Limits: Sendable {
        /// The time limit for the body of a request, from its head.
        var body: TimeAmount = .seconds(60)
        /// The time for which the client may read nothing of an answer.
        var reading: TimeAmount = .seconds(60)
        /// The time without a request after which the HTTP server closes a connection.
        var idle: TimeAmount = .seconds(60)
        /// The largest number of bytes in a body.
        var bytes = 9 << 20
        /// Closes a connection after a time, unless cancelled before. The time is measured by the connection's event
        /// loop; a test can substitute its own.
        var closing: @Sendable (_ channel: any Channel, _ time: TimeAmount) -> Scheduled<Void> = { channel, time in
            channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        }
    }

    private let limits: Limits
    private var received = 0
    private var bodyDeadline: Scheduled<Void>?
    private var readingDeadline: Scheduled<Void>?

    init(limits: Limits) { self.limits = limits }

    /// The size of the system's send buffer for a connection, in bytes. A larger one would make a slow reader
    /// indistinguishable from one that reads nothing for a long time.
    private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 256 << 10

    func handlerAdded(context: ChannelHandlerContext) {
        _ = context.channel.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            received = 0
            bodyDeadline?.cancel()
            bodyDeadline = limits.closing(context.channel, limits.body)
        case .body(let bytes):
            received += bytes.readableBytes
            if received > limits.bytes {
                context.close(promise: nil)
                return
            }
        case .end:
            bodyDeadline?.cancel()
            bodyDeadline = nil
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readingDeadline?.cancel()
        readingDeadline = context.channel.isWritable ? nil : limits.closing(context.channel, limits.reading)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
        bodyDeadline?.cancel()
        readingDeadline?.cancel()
        (bodyDeadline, readingDeadline) = (nil, nil)
    }
}
