import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { bridgeMcp } from './mcp-bridge.ts'

type Sent = { headers: Headers; body: unknown }

/** Sends lines through the bridge; returns what came out and what the server was sent. */
async function through(lines: readonly string[], answer: (body: string) => Response) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const sent: Sent[] = []
  const out = text(output)
  const bridged = bridgeMcp({
    url: 'http://farebox.test/mcp',
    headers: { 'X-Service-Key': 'fb_test_sk_1' },
    input,
    output,
    // Safe: the bridge asks with a text and an object.
    send: (async (_: unknown, init: { headers: Record<string, string>; body: string }) => {
      sent.push({ headers: new Headers(init.headers), body: init.body })
      return answer(init.body)
    }) as typeof fetch,
  })
  input.end(lines.map((line) => `${line}\n`).join(''))
  await bridged
  output.end()
  return { sent, lines: (await out).split('\n').filter((line) => line !== '') }
}

test('forwards each message with the key, and the headers that its _meta names', async () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'balance', _meta: meta } })
  const { sent, lines } = await through([line, 'no json', ''], () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: {} }),
  )
  expect(lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}'])
  expect(sent).toHaveLength(1)
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
    'x-service-key': 'fb_test_sk_1',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'balance',
  })
  expect(sent[0]?.body).toBe(line)
})

test('remembers the version that an older client agreed on', async () => {
  const event = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}\n\n'
  const { sent, lines } = await through(
    ['{"jsonrpc":"2.0","id":1,"method":"initialize"}', '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'],
    (body) =>
      body.includes('initialize')
        ? new Response(event, { headers: { 'Content-Type': 'text/event-stream' } })
        : Response.json({ jsonrpc: '2.0', id: 2, result: {} }),
  )
  expect(sent.map(({ headers }) => headers.get('mcp-protocol-version'))).toEqual([null, '2025-06-18'])
  expect(lines).toHaveLength(2)
})

test('answers a request by an error when the server cannot be reached, and a notification not at all', async () => {
  const { lines } = await through(
    ['{"jsonrpc":"2.0","id":"a","method":"tools/list"}', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    () => {
      throw new TypeError('fetch failed')
    },
  )
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: '2.0', id: 'a', error: { code: -32_603, message: expect.stringContaining('cannot be reached') } },
  ])
})
