"""Bodies: what somebody posts, if it is not too much and comes in time."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request

from gamenight.online.protocol import WrongMessage

SECONDS = 10.0  # until all of it is there


async def body(request: Request, most: int) -> bytes:
    """All of it; raises WrongMessage."""
    data = b""
    try:
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise WrongMessage(f"this is too long: at most {most:,} bytes are possible")
    except TimeoutError:
        raise WrongMessage("this came too slowly") from None
    except ClientDisconnect as error:
        raise WrongMessage(f"this cannot be read ({error})") from None
    return data
