# SPDX-License-Identifier: Apache-2.0
"""A network of configurable speed between a phone and a server on this machine."""

import asyncio
import threading
import time


class Direction:
    """One direction of the network, shared by all connections: bytes are sent one after the other, and arrive after a
    delay."""

    def __init__(self, rate, delay):
        self.rate, self.delay, self.free, self.bytes = rate, delay, 0.0, 0

    def arrival(self, count):
        self.bytes += count
        self.free = max(self.free, time.monotonic()) + count / self.rate
        return self.free + self.delay

    async def carry(self, reader, writer):
        waiting = asyncio.Queue(maxsize=64)

        async def deliver():
            while (item := await waiting.get()) is not None:
                due, data = item
                await asyncio.sleep(max(0, due - time.monotonic()))
                writer.write(data)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        try:
            while data := await reader.read(4096):
                await waiting.put((self.arrival(len(data)), data))
            await waiting.put(None)
            await delivering
        except (ConnectionError, asyncio.CancelledError):
            delivering.cancel()
        writer.close()


class SlowNetwork:
    """Forwards connections to its `port`, at most `down` and `up` bytes a second, and `delay` seconds later each
    way."""

    def __init__(self, down, up, delay):
        self.down, self.up = Direction(down, delay), Direction(up, delay)
        self.target, ready = None, threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.run(ready)), daemon=True).start()
        ready.wait()

    async def run(self, ready):
        server = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await server.serve_forever()

    async def connect(self, reader, writer):
        await asyncio.sleep(self.up.delay + self.down.delay)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.up.carry(reader, far_writer), self.down.carry(far_reader, writer))
