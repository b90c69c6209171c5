import { bridgeMcp } from './mcp-bridge.ts'

/** npm run -s mcp: an MCP server over stdio for the Farebox at FAREBOX_URL, paid by the key in FAREBOX_KEY. */
const { FAREBOX_URL = 'http://127.0.0.1:8402', FAREBOX_KEY } = process.env

await bridgeMcp({
  url: new URL('/mcp', FAREBOX_URL).href,
  headers: FAREBOX_KEY === undefined ? {} : { 'X-Service-Key': FAREBOX_KEY },
  input: process.stdin,
  output: process.stdout,
})
