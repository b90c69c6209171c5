// Calls an outcome over MCP with the client of before 2026-07-28, which most hosts have.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const { FAREBOX_URL = 'http://127.0.0.1:8402', FAREBOX_KEY = '' } = process.env

const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', FAREBOX_URL), {
    requestInit: { headers: { 'X-Service-Key': FAREBOX_KEY } },
  }),
)
const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(' '))

// Unpaid, the answer says what to sign: a result with isError.
const answer = await client.callTool({
  name: 'call_outcome',
  arguments: { slug: 'hash-text', input: { text: 'hello' } },
})
console.log(answer.isError === true ? 'refused' : 'answered', JSON.stringify(answer.structuredContent))
await client.close()
