import { EventEmitter } from 'node:events'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Reply } from '../http/route.ts'
import { type HttpRequest, openLibrary } from './library.ts'
import { toolResult } from './tool-result.ts'
import { usualAnswers } from './usual-answer.ts'
import { type UsualCall, usualCall } from './usual-call.ts'

const BASE_URL = 'http://farebox.test'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const HEADERS = {
  '2026-07-28': {
    ...JSON_TYPE,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'call_outcome',
  },
  before: { ...JSON_TYPE, 'mcp-protocol-version': '2025-06-18' },
}
const CALL = { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'hello' } } }
const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }
const messageOf = (era: UsualCall['era']) =>
  era === 'before' ? MESSAGE : { ...MESSAGE, params: { ...CALL, _meta: ENVELOPE } }

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
const REPLIES: Record<string, Reply> = {
  'a result': { status: 200, body: '{"ok":true,"result":{"text":"a \\"quoted\\" line\\n"},"call_id":"call_1"}' },
  'a call that goes on': { status: 202, body: { ok: true, status: 'running', left_out: undefined } },
  'a result with a receipt': { body: '{"ok":true}', headers: { 'PAYMENT-RESPONSE': base64({ success: true }) } },
  'a document': { body: { outcomes: [] } },
  'a refusal': { status: 422, body: { ok: false, code: 'validation_error' } },
  'a refusal as text': { status: 503, body: '{"ok":false,"code":"overloaded"}' },
  'a price': {
    status: 402,
    body: '{"ok":false,"code":"payment_required","accepts":[{"schema":{}}]}',
    headers: { 'PAYMENT-REQUIRED': base64({ x402Version: 2, accepts: [] }) },
  },
}

const request = (headers: Record<string, string>): HttpRequest => {
  const response = Object.assign(new EventEmitter(), { writableFinished: true })
  // Safe: the library is asked with the headers of a request and the end of its response.
  return { method: 'POST', req: { headers }, res: response } as unknown as HttpRequest
}

/** What the library answers, and what it called. */
async function askLibrary(message: object, headers: Record<string, string>, reply: Reply) {
  const called: unknown[] = []
  const answer = openLibrary(BASE_URL, {
    call: ({ params }) => {
      called.push({ name: params.name, input: params.arguments ?? {} })
      return Promise.resolve(toolResult(reply))
    },
    onerror: () => undefined,
  })
  const response = await answer(request(headers), { ...message })
  const text = await response.text()
  const body: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text
  return { status: response.status, body, called }
}

const read = (message: object, headers: Record<string, string>) => usualCall({ ...message }, (name) => headers[name])
const answerTo = usualAnswers(BASE_URL)

describe.each(['2026-07-28', 'before'] as const)('a usual call of a client of %s', (era) => {
  test.each(Object.entries(REPLIES))('is answered %s as the library answers it', async (_, reply) => {
    const usual = read(messageOf(era), HEADERS[era])
    expect(usual).toMatchObject({ era, id: 1, name: CALL.name, input: CALL.arguments })
    if (usual === null) return
    const { status, body } = await askLibrary(messageOf(era), HEADERS[era], reply)
    expect(status).toBe(200)
    expect(JSON.parse(answerTo(usual, reply))).toEqual(body)
  })

  test('may have a payment in _meta', () => {
    const payment = { 'x402/payment': { x402Version: 2 } }
    const meta = era === 'before' ? payment : { ...ENVELOPE, ...payment }
    const message = { ...MESSAGE, params: { ...CALL, _meta: meta } }
    expect(read(message, HEADERS[era])?.meta).toMatchObject(payment)
  })

  test.each([
    ['that asks for progress', { params: { ...CALL, _meta: { progressToken: 1 } } }, {}],
    ['that is a notification', { id: undefined }, {}],
    ['of another method', { method: 'tools/list' }, {}],
    ['with an unknown member', { params: { ...CALL, task: {} } }, {}],
    ['of an unknown version', {}, { 'mcp-protocol-version': '1999-01-01' }],
    ['of another media type', {}, { 'content-type': 'application/vnd.a+json' }],
  ])('is left to the library if it is one %s', (_, changed, headers) => {
    const whole = { ...messageOf(era), ...changed }
    const message = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
    expect(read(message, { ...HEADERS[era], ...headers })).toBeNull()
  })
})

/** Mostly this, else one of these or a member that is not there. */
const mostly = (usual: unknown, ...others: unknown[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, ...others) },
  )
const without = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

const anyMeta = (era: UsualCall['era']) => {
  const isModern = era !== 'before'
  return fc.record({
    'io.modelcontextprotocol/protocolVersion': mostly(isModern ? era : undefined, '2031-01-01', '2026-07-28', 1),
    'io.modelcontextprotocol/clientInfo': isModern
      ? fc.constantFrom(
          { name: 'a', version: '1', title: 'A' },
          undefined,
          { name: 'a' },
          { name: 1, version: '1' },
          'me',
          null,
        )
      : mostly(undefined, { name: 'a', version: '1' }),
    'io.modelcontextprotocol/clientCapabilities': isModern
      ? fc.constantFrom({}, { elicitation: {} }, { sampling: 1 }, [], 'all', undefined)
      : mostly(undefined, {}),
    'io.modelcontextprotocol/logLevel': mostly(undefined, 'debug', 'loud'),
    progressToken: mostly(undefined, 1, {}),
    'x402/payment': fc.constantFrom(undefined, { x402Version: 2 }, 'abc'),
  })
}
const anyMessage = (era: UsualCall['era']) =>
  fc.record({
    jsonrpc: mostly('2.0', '1.0', 2),
    id: fc.constantFrom(1, 'one', -1, 1.5, null),
    method: mostly('tools/call', 'tools/list'),
    params: fc
      .record({
        name: mostly('call_outcome', 'balance', 1),
        arguments: fc.constantFrom({ slug: 'a' }, {}, undefined, [], 'text', null),
        _meta: fc.oneof({ weight: 9, arbitrary: anyMeta(era).map(without) }, mostly(undefined, {}, [], 'text', null)),
        task: mostly(undefined, { ttl: 1 }),
      })
      .map(without),
    more: mostly(undefined, 1),
  })
const anyHeaders = (era: UsualCall['era']) =>
  fc.record({
    'content-type': mostly('application/json', 'application/json; charset=utf-8', 'text/plain'),
    accept: mostly(JSON_TYPE.accept, 'application/json', 'text/event-stream'),
    'mcp-protocol-version':
      era === 'before'
        ? fc.constantFrom('2025-11-25', '2025-06-18', '2024-11-05', undefined, '2031-01-01')
        : mostly(era, '2025-11-25', '2031-01-01'),
    'mcp-method': mostly('tools/call', 'tools/list'),
    'mcp-name': mostly('call_outcome', 'balance'),
  })

test.each(['2026-07-28', 'before'] as const)(
  'what is taken as usual of a client of %s, the library serves with the same input and answer',
  async (era) => {
    const reply: Reply = { body: '{"ok":true,"n":1}' }
    let taken = 0
    await fc.assert(
      fc.asyncProperty(anyMessage(era).map(without), anyHeaders(era).map(without), async (sent, sentHeaders) => {
        // Safe: the headers above are texts.
        const headers = sentHeaders as Record<string, string>
        const usual = read(sent, headers)
        if (usual === null) return
        taken += 1
        const { status, body, called } = await askLibrary(sent, headers, reply)
        expect({ status, body, called }).toEqual({
          status: 200,
          body: JSON.parse(answerTo(usual, reply)),
          called: [{ name: usual.name, input: usual.input }],
        })
      }),
      { numRuns: 6_000 },
    )
    expect(taken).toBeGreaterThan(20)
  },
)
