"""A conversation of the official client for Python: tools, and an approved command after a question. Prints one JSON object."""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ElicitResult

asked = []


async def answer(context, params):
    asked.append(params.message)
    return ElicitResult(action="accept", content={"approve": True})


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=[*sys.argv[2:], "mcp"])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, elicitation_callback=answer) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            ran = await session.call_tool("run", {"command": "asked", "reason": "a proof"})
            print(json.dumps({"tools": tools, "asked": asked, "ran": json.loads(ran.content[0].text)}))


asyncio.run(main())
