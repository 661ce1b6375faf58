"""Hosting: how a server listens."""

from __future__ import annotations

import asyncio
import socket

from gamenight.online.hosting import LOOPBACK, _listening


def test_a_move_is_not_held_back_until_another_can_be_sent_with_it() -> None:
    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()
        listening = _listening(LOOPBACK, 0)
        server = await asyncio.start_server(
            lambda _, writer: found.set_result(writer), sock=listening
        )
        async with server:
            _, own = await asyncio.open_connection(*listening.getsockname())
            writer = await found
            option = writer.get_extra_info("socket").getsockopt
            value = option(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            own.close()
            writer.close()
        return int(value)

    assert asyncio.run(accepted())
