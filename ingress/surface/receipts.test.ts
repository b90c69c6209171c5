import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { parseConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { receiptHmacKey } from '#shared/money/receipts/hmac-key.ts'
import { readReceiptFields, Receipt } from '#shared/money/receipts/receipt.ts'
import { createReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { receiptWish } from '#test/support/files/receipt-vectors.ts'

import type { Reply, Route } from '../http/route.ts'
import { receiptRoutes } from './receipts.ts'

const SERVER_SECRET = 's'.repeat(32)
const PATH = '/api/v1/outcomes/action-receipt'
const signerOf = (byte: number) =>
  createReceiptSigner(
    { seed: new Uint8Array(32).fill(byte), hmacKey: receiptHmacKey(SERVER_SECRET) },
    'https://farebox.example',
  )
const signer = signerOf(1)
const minted = (changes = {}) => signer.sign(readReceiptFields(receiptWish(changes)), new Date('2026-11-20T11:59:00Z'))
const tellKeys =
  (...signers: { key: unknown }[]): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify({ ok: true, keys: signers.map(({ key }) => key) }))

let settlement: Server
let settlementUrl = ''
let asked = 0
let answer: RequestListener = tellKeys(signer)
beforeAll(async () => {
  settlement = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>((done) => settlement.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  settlementUrl = `http://127.0.0.1:${(settlement.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => settlement.close(done).closeAllConnections()))
beforeEach(() => {
  asked = 0
  answer = tellKeys(signer)
})

/** The routes of an ingress that has just started, and a clock to turn. */
function site(more: Record<string, string> = { SETTLEMENT_URL: settlementUrl }) {
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const config = parseConfig({
    DATABASE_URL: 'postgres://h/d',
    SERVER_SECRET,
    PUBLIC_BASE_URL: 'https://farebox.example',
    ...more,
  })
  const routes = receiptRoutes({ config, log: createLog('silent'), now: () => new Date(clock.at) })
  const ask = async (method: string, path: string, sent: { query?: object; body?: object } = {}) => {
    const route = routes.find((one) => one.method === method && one.path === path)
    if (route === undefined) throw new Error(`no route ${method} ${path}`)
    const reply = await route.handle({
      method,
      path,
      params: {},
      query: route.query?.parse(sent.query ?? {}) ?? {},
      body: route.body?.parse(sent.body ?? {}) ?? {},
      header: () => undefined,
      ip: '127.0.0.1',
      requestId: 'req_test',
      actor: null,
      freshActor: () => Promise.resolve(null),
      incoming: new IncomingMessage(new Socket()),
    })
    return declared(route, reply)
  }
  const post = (body: object) => ask('POST', `${PATH}/verify`, { body })
  const get = (receipt: string, more: object = {}) => ask('GET', `${PATH}/verify`, { query: { receipt, ...more } })
  return { clock, ask, post, get }
}

/** The body of a reply, once it was found to be what its route declares. */
function declared(route: Route, reply: Reply): Record<string, unknown> {
  const body: unknown = JSON.parse(JSON.stringify(reply.body))
  expect(route.reply?.parse(body)).toEqual(body)
  // Safe: every route here answers an object.
  return body as Record<string, unknown>
}

const refusalOf = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof Refusal)) throw new Error('not a refusal', { cause: error })
  return { code: error.code, detail: error.detail.detail }
}

const encoded = (receipt: unknown) => Buffer.from(JSON.stringify(receipt)).toString('base64url')

describe('the public key', () => {
  test('is told as a JWK, in hex and as PEM, and as a JWK Set', async () => {
    const { ask } = site()
    const { kty, crv, x, kid, alg, use } = signer.key
    expect(await ask('GET', `${PATH}/public-key`)).toEqual({
      ok: true,
      ...signer.key,
      key_id: kid,
      signed_text: 'agent_id|action|payload_digest|nonce|quote|ts|rt:raw',
      retired_keys: [],
      vectors: expect.stringMatching(/^https:.*\/action-receipt\/vectors$/),
    })
    expect(await ask('GET', '/.well-known/jwks.json')).toEqual({ keys: [{ kty, crv, x, kid, alg, use }] })
  })

  test('is asked of the settlement process at most once a minute', async () => {
    const { ask, post, clock } = site()
    await Promise.all([ask('GET', `${PATH}/public-key`), ask('GET', '/.well-known/jwks.json')])
    clock.at += 59_999
    await post({ receipt: minted() })
    expect(asked).toBe(1)
    clock.at += 1
    await post({ receipt: minted() })
    expect(asked).toBe(2)
  })

  test('that follows an earlier one comes first, and receipts of both count', async () => {
    const { ask, post } = site()
    answer = tellKeys(signerOf(2), signer)
    expect(await ask('GET', `${PATH}/public-key`)).toMatchObject({
      kid: signerOf(2).key.kid,
      retired_keys: [{ kid: signer.key.kid }],
    })
    expect(await post({ receipt: minted() })).toMatchObject({ valid: true })
  })

  test('stays known while the settlement process does not answer, which is asked at most once a second', async () => {
    const { post, clock } = site()
    await post({ receipt: minted() })
    answer = (_request, response) => response.writeHead(500).end('{}')
    clock.at += 60_000
    expect(await post({ receipt: minted() })).toMatchObject({ valid: true })
    clock.at += 999
    expect(await post({ receipt: minted() })).toMatchObject({ valid: true })
    expect(asked).toBe(2)
  })

  test.each([
    ['nobody is to be asked', {}, tellKeys(signer)],
    ['the answer is no JSON', undefined, (_request, response) => void response.end('<html>')],
    ['the answer is a refusal', undefined, (_request, response) => void response.writeHead(401).end('{"ok":false}')],
    ['the answer has no key', undefined, tellKeys()],
    ['the key is not one', undefined, tellKeys({ key: { ...signer.key, x: 'short' } })],
  ] satisfies [string, Record<string, string> | undefined, RequestListener][])(
    'is 503 when it was never learnt: %s',
    async (_, env, settlementAnswer) => {
      answer = settlementAnswer
      const { ask, post, clock } = site(env)
      expect(await refusalOf(ask('GET', `${PATH}/public-key`))).toMatchObject({ code: 'unavailable' })
      expect(await refusalOf(ask('GET', '/.well-known/jwks.json'))).toMatchObject({ code: 'unavailable' })
      expect(await refusalOf(post({ receipt: minted() }))).toMatchObject({ code: 'unavailable' })
      if (env !== undefined) return
      answer = tellKeys(signer)
      clock.at += 1_000
      expect(await post({ receipt: minted() })).toMatchObject({ valid: true })
    },
  )
})

describe('verify', () => {
  let post: ReturnType<typeof site>['post']
  let get: ReturnType<typeof site>['get']
  beforeAll(() => {
    ;({ post, get } = site())
  })

  test.each([
    ['POST {receipt}', (receipt: Receipt) => post({ receipt })],
    ['POST {receipt} in base64url', (receipt: Receipt) => post({ receipt: encoded(receipt) })],
    ['POST of the receipt itself', (receipt: Receipt) => post(receipt)],
    ['GET in base64url', (receipt: Receipt) => get(encoded(receipt))],
    ['GET as JSON', (receipt: Receipt) => get(JSON.stringify(receipt))],
  ])('says of a genuine receipt that it is valid, and of a changed one that it is not: %s', async (_, verify) => {
    expect(await verify(minted())).toEqual({
      ok: true,
      valid: true,
      checks: { shape: true, digest: true, signature: true, hmac: true, age: true },
      profile: 'action-receipt-v1-rt',
      kid: signer.key.kid,
      reason: null,
      age_s: 60,
      covers: ['agent_id', 'action', 'payload_digest', 'nonce', 'quote', 'ts'],
    })
    expect(await verify({ ...minted(), action: 'destroy' })).toMatchObject({
      ok: true,
      valid: false,
      checks: { shape: true, signature: false, hmac: false },
      reason: expect.stringContaining('signature'),
    })
  })

  test('holds the payload against the digest, and the age against the limit', async () => {
    expect(await post({ receipt: minted(), payload: 'hello' })).toMatchObject({ valid: true })
    expect(await post({ receipt: minted(), payload: 'bye' })).toMatchObject({ valid: false, checks: { digest: false } })
    expect(await post({ receipt: minted(), max_age_s: 59 })).toMatchObject({ valid: false, checks: { age: false } })
    expect(await get(encoded(minted()), { max_age_s: '60' })).toMatchObject({ valid: true })
  })

  test.each([
    ['no receipt', () => post({}), ['body', 'receipt']],
    ['a text that is no JSON', () => post({ receipt: '!' }), ['body', 'receipt']],
    ['base64url of no object', () => get(encoded([1])), ['query', 'receipt']],
    ['an empty text', () => get(''), ['query', 'receipt']],
  ] as const)('refuses as a receipt: %s', async (_, asking, loc) => {
    expect(await refusalOf(asking())).toMatchObject({ code: 'validation_error', detail: [{ loc }] })
  })

  test.each([{ receipt: [] }, { receipt: 7 }, { receipt: null }, { receipt: {}, max_age_s: -1 }])(
    'does not take %j for a request',
    async (body) => {
      await expect(post(body)).rejects.toThrow(/receipt|max_age_s/)
    },
  )

  test('answers or refuses, whatever it gets', async () => {
    const anything = fc.oneof(fc.string(), fc.json(), fc.base64String(), fc.jsonValue().map(encoded))
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const found = await get(text).catch((error: unknown) => error)
        expect(found).toMatchObject(
          found instanceof Refusal ? { code: 'validation_error' } : { ok: true, valid: false },
        )
      }),
    )
  })
})

describe('the sample', () => {
  test('has the form of a minted receipt and needs nobody to be asked', async () => {
    const sample = await site({}).ask('GET', `${PATH}/sample`)
    expect(sample).toMatchObject({
      sample: true,
      verify: `https://farebox.example${PATH}/verify`,
      public_key: `https://farebox.example${PATH}/public-key`,
    })
    expect(Object.keys(Receipt.parse(sample)).toSorted()).toEqual(Object.keys(minted()).toSorted())
    expect(asked).toBe(0)
  })

  test('never passes for one of ours, and verify says why', async () => {
    const { ask, post } = site()
    expect(await post(await ask('GET', `${PATH}/sample`))).toMatchObject({
      valid: false,
      checks: { signature: null, hmac: false },
      reason: expect.stringContaining('free sample'),
    })
  })
})
