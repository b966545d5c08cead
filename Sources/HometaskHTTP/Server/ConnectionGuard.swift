// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client sends a request or reads a response too slowly, or whose request body exceeds the
/// limit, so that slow clients cannot occupy the server.
///
/// Idle connections are closed by the HTTP server itself.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The limits of a connection.
    struct Limits: Sendable {
        /// The timeout for receiving a request body, from the end of the request head.
        var body: TimeAmount = .seconds(60)
        /// The read timeout: the time for which the client may read nothing of a response.
        var reading: TimeAmount = .seconds(60)
        /// The idle timeout, after which the HTTP server closes a connection without a request.
        var idle: TimeAmount = .seconds(60)
        /// The maximum size of a request body, in bytes.
        var bytes = 9 << 20
        /// Closes a connection after a delay, unless cancelled first. The delay is measured by the connection's event
        /// loop; tests can substitute their own timer.
        var closing: @Sendable (_ channel: any Channel, _ time: TimeAmount) -> Scheduled<Void> = { channel, time in
            channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        }
    }

    private let limits: Limits
    private var received = 0
    private var bodyDeadline: Scheduled<Void>?
    private var readingDeadline: Scheduled<Void>?

    init(limits: Limits) { self.limits = limits }

    /// The size of the system's send buffer for a connection, in bytes. With a larger buffer, a slow reader could not
    /// be told apart from a stalled one for a long time.
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
