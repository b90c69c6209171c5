import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { answerByMpp, NO_CHALLENGE } from '#test/support/world/mpp-payment.ts'
import { payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const ERAS = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['before', 'legacy'],
] as const

let world: PaidWorld
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'redis', pools: ['outcome', 'router-workflow', 'screenshot'] })
})
afterAll(async () => {
  await world.settled()
  await world.balanced()
  await world.close()
})

/** An unchanged MCP client. */
async function connect(mode: (typeof ERAS)[number][1], headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.baseUrl}/mcp`), { requestInit: { headers } }))
  return client
}

/** The structured content of a result. */
const contentOf = ({ structuredContent }: CallToolResult) =>
  // Safe: all our tools answer with objects.
  (structuredContent ?? {}) as Record<string, unknown>

const countOf = async (table: 'call' | 'payment_proof') =>
  Number((await world.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)

describe.each(ERAS)('a client of %s', (_, mode) => {
  test('lists the tools, finds an outcome, reads how it is called, and calls it with a key', async () => {
    const { key } = await world.key(10)
    const client = await connect(mode, { 'x-service-key': key })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['find_outcomes', 'describe_outcome', 'call_outcome', 'run_goal', 'get_call', 'balance']),
    )
    const found = await client.callTool({ name: 'find_outcomes', arguments: { query: 'hash a text with sha256' } })
    expect(contentOf(found)).toMatchObject({
      outcomes: expect.arrayContaining([expect.objectContaining({ slug: 'hash-text', price_cents: 1 })]),
    })
    const described = await client.callTool({ name: 'describe_outcome', arguments: { slug: 'hash-text' } })
    const { sample_input: input } = contentOf(described)
    expect(input).toEqual({ text: 'hello' })
    const called = await client.callTool({ name: 'call_outcome', arguments: { slug: 'hash-text', input } })
    expect(called.isError).toBeUndefined()
    expect(contentOf(called)).toMatchObject({
      ok: true,
      result: { hex: HELLO },
      charge: { cents: 1, balance_cents: 9 },
    })
    const goal = { goal: 'what is the sha256 of this text?', input: 'hello' }
    const planned = await client.callTool({ name: 'run_goal', arguments: { ...goal, dry_run: true } })
    expect(contentOf(planned)).toMatchObject({ ok: true, plan: [{ slug: 'hash-text' }] })
    const short = await client.callTool({ name: 'run_goal', arguments: goal })
    expect(contentOf(short)).toMatchObject({ ok: false, code: 'insufficient_balance' })
    expect(contentOf(await client.callTool({ name: 'balance', arguments: {} }))).toMatchObject({ balance_cents: 9 })
    const read = { name: 'get_call', arguments: { call_id: contentOf(called)['call_id'] } }
    expect(contentOf(await client.callTool(read))).toMatchObject({ status: 'succeeded', result: { hex: HELLO } })
    await client.close()
  })

  test('is answered what to sign, signs it into _meta, and gets result and receipt', async () => {
    const client = await connect(mode)
    const call = { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'hello' } } }
    const unpaid = await client.callTool(call)
    expect(unpaid).toMatchObject({ isError: true, structuredContent: { x402Version: 2, code: 'payment_required' } })
    expect(PaymentRequiredV2Schema.parse(contentOf(unpaid)).accepts).toHaveLength(2)
    expect(unpaid.content).toEqual([{ type: 'text', text: JSON.stringify(unpaid.structuredContent) }])

    const payment = payOnBase({ body: contentOf(unpaid) })
    const paid = await client.callTool({ ...call, _meta: { 'x402/payment': payment } })
    expect(contentOf(paid)).toMatchObject({ ok: true, result: { hex: HELLO }, charge: { paid_with: 'x402' } })
    expect(paid._meta).toMatchObject({ 'x402/payment-response': { success: true } })
    const calls = await countOf('call')
    expect(contentOf(await client.callTool({ ...call, _meta: { 'x402/payment': payment } }))).toMatchObject({
      call_id: contentOf(paid)['call_id'],
    })
    expect(await countOf('call')).toBe(calls)
    await client.close()
  })

  test('answers a challenge of MPP in _meta, and gets its receipt', async () => {
    const client = await connect(mode)
    const call = { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'hello' } } }
    const unpaid = await client.callTool(call)
    // Safe: what the tool says of MPP; what is not there fails below.
    const { challenges } = (unpaid._meta?.['org.paymentauth/payment-required'] ?? { challenges: [] }) as {
      challenges: Parameters<typeof answerByMpp>[0][]
    }
    const [evm] = challenges.filter(({ method }) => method === 'evm')
    const credential = answerByMpp(evm ?? NO_CHALLENGE)
    const paid = await client.callTool({ ...call, _meta: { 'org.paymentauth/credential': credential } })
    expect(contentOf(paid)).toMatchObject({ ok: true, result: { hex: HELLO } })
    expect(paid).toMatchObject({ _meta: { 'org.paymentauth/receipt': { status: 'success', method: 'evm' } } })
    await client.close()
  })

  test('hears the steps of a long call', async () => {
    const { key } = await world.key(100)
    const client = await connect(mode, { 'x-service-key': key })
    const heard: unknown[] = []
    const called = await client.callTool(
      { name: 'call_outcome', arguments: { slug: 'test-workflow', input: { label: 'mcp', stepMs: 2_500 } } },
      { onprogress: ({ message }) => heard.push(message) },
    )
    expect(contentOf(called)).toMatchObject({ ok: true })
    expect(heard).toContain('first: running')
    await client.close()
  })

  test('is told what is wrong with its arguments, and nothing is charged', async () => {
    const { key } = await world.key(10)
    const client = await connect(mode, { 'x-service-key': key })
    const ask = async (name: string, args: Record<string, unknown>) =>
      contentOf(await client.callTool({ name, arguments: args }))
    expect(await ask('call_outcome', { slug: 'hash-txt', input: {} })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await ask('call_outcome', { slug: 'hash-text', input: { txt: '' } })).toMatchObject({
      code: 'validation_error',
      charged_cents: 0,
    })
    expect(await ask('call_outcome', { slug: 'hash-text', input: { text: '' }, maxcents: 1 })).toMatchObject({
      code: 'validation_error',
    })
    expect(await ask('call_outcome', { slug: 'hash-text', input: { text: '' }, max_cents: 0 })).toMatchObject({
      code: 'over_max_cents',
    })
    expect(await ask('find_outcomes', { query: '' })).toMatchObject({ code: 'validation_error' })
    await expect(client.callTool({ name: 'hash_text', arguments: {} })).rejects.toThrow(
      /outcomes are called by call_outcome/,
    )
    expect(await ask('balance', {})).toMatchObject({ balance_cents: 10 })
    await client.close()
  })
})

describe('/mcp', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const call = (changes: Record<string, unknown> = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'x' } }, _meta: META },
    ...changes,
  })
  const headers = (key: string, changes: Record<string, string> = {}) => ({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'call_outcome',
    'X-Service-Key': key,
    ...changes,
  })
  const post = async (body: unknown, sent: Record<string, string>) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${world.baseUrl}/mcp`, { method: 'POST', headers: sent, body: text })
    // Safe: an error of JSON-RPC.
    return { status: response.status, error: ((await response.json()) as { error: { code: number } }).error }
  }

  const wrong: [string, unknown, Record<string, string>, number, number][] = [
    ['a header that names another tool', call(), { 'Mcp-Name': 'balance' }, 400, -32_020],
    ['a header that names another method', call(), { 'Mcp-Method': 'tools/list' }, 400, -32_020],
    [
      'an unknown version',
      call({
        params: { ...call().params, _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
      }),
      { 'MCP-Protocol-Version': '2031-01-01' },
      400,
      -32_022,
    ],
    [
      'an unknown version of a client of before',
      call({ params: { ...call().params, _meta: {} } }),
      { 'MCP-Protocol-Version': '1999-01-01' },
      400,
      -32_000,
    ],
    [
      'a batch of 1,000 calls',
      Array.from({ length: 1_000 }, (_, id) => ({ ...call({ id }), params: { ...call().params, _meta: {} } })),
      {},
      400,
      -32_600,
    ],
    ['a batch of three', [call(), call(), call()], {}, 400, -32_600],
    ['what is no JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['an Origin that is none', call(), { Origin: 'null' }, 403, -32_000],
    ['another media type', call(), { 'Content-Type': 'text/plain' }, 415, -32_000],
    ['an unknown method', call({ method: 'tools/destroy' }), { 'Mcp-Method': 'tools/destroy' }, 404, -32_601],
  ]
  test.each(wrong)(
    'refuses %s by the error of the protocol, and charges nothing',
    async (_, body, changed, status, code) => {
      const { key } = await world.key(10)
      const calls = await countOf('call')
      expect(await post(body, headers(key, changed))).toMatchObject({ status, error: { code } })
      expect(await countOf('call')).toBe(calls)
    },
  )

  test.each([
    ['2026-07-28', META, {}],
    ['before', {}, { 'MCP-Protocol-Version': '2025-06-18' }],
  ])('answers a usual call of %s as one that only the library of the protocol knows', async (_, meta, changed) => {
    const { key } = await world.key(10)
    const ask = async (_meta: object) => {
      const body = JSON.stringify(call({ params: { name: 'balance', arguments: {}, _meta } }))
      const sent = headers(key, { 'Mcp-Name': 'balance', ...changed })
      const response = await fetch(`${world.baseUrl}/mcp`, { method: 'POST', headers: sent, body })
      return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
    }
    const [usual, other] = [await ask(meta), await ask({ ...meta, 'test/unknown': 1 })]
    const [first, second] = [usual, other].map(({ body }): unknown => JSON.parse(body))
    expect(first).toMatchObject({ id: 1, result: { structuredContent: { balance_cents: 10 } } })
    expect(first).toEqual(second)
    expect({ ...usual, body: '', type: usual.type?.split(';')[0] }).toEqual({ ...other, body: '' })
  })

  test('keeps no sessions', async () => {
    const answers = await Promise.all(
      ['GET', 'DELETE'].map((method) =>
        fetch(`${world.baseUrl}/mcp`, { method, headers: { Accept: 'text/event-stream' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([405, 405])
  })

  test('refuses a payment in _meta that is no object, and one that is none of x402', async () => {
    const client = await connect('legacy')
    const ask = async (payment: unknown) =>
      contentOf(
        await client.callTool({
          name: 'call_outcome',
          arguments: { slug: 'hash-text', input: { text: 'x' } },
          _meta: { 'x402/payment': payment },
        }),
      )
    const payments = await countOf('payment_proof')
    expect(await ask('abc')).toMatchObject({ code: 'malformed_payment', charged_cents: 0 })
    expect(await ask({ x402Version: 9 })).toMatchObject({ code: 'malformed_payment', charged_cents: 0 })
    expect(await countOf('payment_proof')).toBe(payments)
    await client.close()
  })
})

test('an agent finds the server by its documents, which name each other and the address of /mcp', async () => {
  const read = async (path: string) => {
    const response = await fetch(world.baseUrl + path)
    expect(response.status, path).toBe(200)
    return response
  }
  const json = async (path: string): Promise<Record<string, unknown>> =>
    // Safe: the document is an object.
    (await (await read(path)).json()) as Record<string, unknown>
  const base = world.config.publicBaseUrl
  const catalog = await json('/.well-known/ai-catalog.json')
  expect(catalog).toMatchObject({ specVersion: '1.0' })
  // Safe: the entries of the document above.
  for (const { url } of catalog['entries'] as { url: string }[]) await read(url.slice(base.length))
  const remotes = [expect.objectContaining({ type: 'streamable-http', url: `${base}/mcp` })]
  expect(await json('/mcp/server-card')).toMatchObject({ name: expect.stringMatching(/\/farebox$/), remotes })
  expect(await json('/server.json')).toMatchObject({ remotes })
  expect(await json('/.well-known/agent-card.json')).toMatchObject({
    supportedInterfaces: [
      { url: `${base}/mcp`, protocolBinding: expect.any(String), protocolVersion: expect.any(String) },
    ],
    capabilities: {},
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: expect.arrayContaining([expect.objectContaining({ id: 'reliability-pack', tags: expect.any(Array) })]),
  })
  expect(await (await read('/skill.md')).text()).toMatch(/^---\nname: farebox\n/)
})

test.each(ERAS)('a client of %s calls over stdio by npm run -s mcp', async (_, mode) => {
  const { key } = await world.key(10)
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['shared/cli/mcp.ts'],
      env: { FAREBOX_URL: world.baseUrl, FAREBOX_KEY: key },
    }),
  )
  const call = { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'hello' } } }
  expect(contentOf(await client.callTool(call))).toMatchObject({ result: { hex: HELLO }, charge: { cents: 1 } })
  await client.close()
})
