import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { FORM_PAYMENT } from '#test/support/files/form-payment.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
let key: string
let keyId: string
beforeAll(async () => {
  world = await openWorld({ backend: 'redis' })
  await world.ready()
  ;({ key, keyId } = await world.key(50))
})
afterAll(async () => {
  const rows = await world.sql(
    `select a.posted::int as posted, a.held::int as held, (select count(*)::int from call c where c.account_id = a.id) as calls
     from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [keyId],
  )
  // Nothing in this file may cost a cent or leave a call behind.
  expect(rows).toEqual([{ posted: 500_000, held: 0, calls: 0 }])
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
})

const nested = (depth: number) => `{"text":"x","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('a body nobody can run is a 4xx of the table and costs nothing', () => {
  test.each<[string, string | Uint8Array, number, string, Record<string, string>?]>([
    ['broken JSON', '{"text":', 400, 'invalid_json'],
    ['a list', '[1]', 422, 'validation_error'],
    ['null', 'null', 422, 'validation_error'],
    ['a string', '"hello"', 422, 'validation_error'],
    ['two objects', '{"text":"a"}{"text":"b"}', 400, 'invalid_json'],
    ['a byte order mark', '\uFEFF{"text":"a"}', 400, 'invalid_json'],
    ['invalid UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json'],
    ['UTF-16', Buffer.from('{"text":"a"}', 'utf16le'), 400, 'invalid_json'],
    ['depth 10,000', nested(10_000), 422, 'validation_error'],
    ['depth 65', nested(65), 422, 'validation_error'],
    [
      '300,000 keys',
      `{${Array.from({ length: 300_000 }, (_, nth) => `"k${nth}":0`).join(',')}}`,
      422,
      'validation_error',
    ],
    ['__proto__', '{"text":"a","__proto__":{"cents":0}}', 422, 'validation_error'],
    ['__proto__ deep inside', '{"text":"a","x":[{"__proto__":1}]}', 422, 'validation_error'],
    ['a lone surrogate', '{"text":"\\ud800"}', 422, 'validation_error'],
    ['a lone surrogate in a name', '{"text":"a","\\udfff":1}', 422, 'validation_error'],
    ['NUL', '{"text":"a\\u0000b"}', 422, 'validation_error'],
    ['1e999', '{"text":"a","n":1e999}', 422, 'validation_error'],
    ['a wrong type', '{"text":7}', 422, 'validation_error'],
    ['a form', 'text=hello', 415, 'unsupported_media_type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text/plain', '{"text":"a"}', 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
    [
      'another charset',
      '{"text":"a"}',
      415,
      'unsupported_media_type',
      { 'content-type': 'application/json; charset=utf-7' },
    ],
    ['a compressed body', '{"text":"a"}', 415, 'unsupported_media_type', { 'content-encoding': 'gzip' }],
  ])('%s', async (_, body, status, code, headers) => {
    const response = await fetch(`${world.baseUrl}/api/v1/outcomes/hash-text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-key': key, ...headers },
      body: typeof body === 'string' ? body : Buffer.from(body),
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      ok: false,
      code,
      charged_cents: 0,
      request_id: expect.stringMatching(/^req_/),
    })
  })

  test('over the default limit, and over an outcome’s own', async () => {
    const small = await world.call('jwt-decode', { token: 'x'.repeat(300_000) }, { 'x-service-key': key })
    expect(small).toMatchObject({ status: 413, body: { code: 'payload_too_large', charged_cents: 0 } })
    const large = await world.call('hash-text', { text: 'x'.repeat(8_400_000) }, { 'x-service-key': key })
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const chunked = await raw(
      `POST /api/v1/outcomes/jwt-decode HTTP/1.1\r\nHost: x\r\nX-Service-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n${'x'.repeat(65_536)}\r\n`.concat(
        `10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(6),
      ),
    )
    expect(chunked).toMatch(/^HTTP\/1\.1 413/)
  })

  test.each([
    ['too large', 'application/json', 9_000_000, 413],
    ['no JSON', 'text/plain', 3_000_000, 415],
  ])('%s reaches a sender who writes all of it before reading', async (_, type, size, status) => {
    const bytes = `POST /api/v1/outcomes/hash-text HTTP/1.1\r\nHost: x\r\nX-Service-Key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`
    for (let nth = 0; nth < 5; nth += 1) {
      // What stands behind it on the same connection is answered too.
      const answer = await raw(`${bytes}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*HTTP/1\\.1 200 `))
    }
  })
})

describe('a bad credential is a 402 with accepts, whatever is wrong with it', () => {
  test.each<[string, () => Record<string, string>, string]>([
    ['no key of ours', () => ({ 'x-service-key': 'sk_live_1234' }), 'invalid_service_key'],
    [
      'a mistyped key',
      () => ({ 'x-service-key': key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) }),
      'invalid_service_key',
    ],
    [
      'a key of the other environment',
      () => ({ 'x-service-key': key.replace('fb_test_', 'fb_live_') }),
      'invalid_service_key',
    ],
    [
      'a well-formed key nobody has',
      () => ({ 'x-service-key': world.mint.issue('sk', 'zzzzzzzzzzzz') }),
      'invalid_service_key',
    ],
    ['a key sent twice', () => ({ 'x-service-key': `${key}, ${key}` }), 'invalid_service_key'],
    ['a key as a pass', () => ({ 'x-day-pass': key }), 'invalid_pass'],
    ['a pass as a key', () => ({ 'x-service-key': world.mint.issue('dp', 'zzzzzzzzzzzz') }), 'invalid_service_key'],
    [
      'a pass nobody has, beside a good key',
      () => ({ 'x-day-pass': world.mint.issue('dp', 'zzzzzzzzzzzz'), 'x-service-key': key }),
      'invalid_pass',
    ],
    ['SQL', () => ({ 'x-service-key': "' or 1=1 --" }), 'invalid_service_key'],
  ])('%s', async (_, headers, code) => {
    const answer = await world.call('hash-text', { text: 'a' }, headers())
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject({
      ok: false,
      code,
      charged_cents: 0,
      x402Version: 2,
      // Payments are off in this world.
      accepts: [],
      warnings: [expect.stringContaining('takes no x402 payments')],
    })
  })

  test.each([
    ['not base64', '!!!'],
    ['base64 of no JSON', Buffer.from('hello').toString('base64')],
    ['base64 of null', Buffer.from('null').toString('base64')],
    ['17 KB', Buffer.from(JSON.stringify({ x: 'y'.repeat(13_000) })).toString('base64')],
  ])('a payment header that is %s is 400', async (_, payment) => {
    const answer = await world.call('hash-text', { text: 'a' }, { 'payment-signature': payment })
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_payment', charged_cents: 0 } })
  })

  test('a well-formed payment is refused without touching it where no facilitator is set', async () => {
    const headers = { 'payment-signature': FORM_PAYMENT, 'x-service-key': key }
    const answer = await world.call('hash-text', { text: 'a' }, headers)
    expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_ready', charged_cents: 0 } })
  })
})

describe('malformed headers and requests', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'x-max-cents': 'many' }, 'bad_request'],
    [{ 'x-max-cents': '-1' }, 'bad_request'],
    [{ 'idempotency-key': 'x'.repeat(256) }, 'bad_request'],
    [{ 'idempotency-key': 'two words' }, 'bad_request'],
  ])('%j is 400', async (headers, code) => {
    const answer = await world.call('hash-text', { text: 'a' }, { 'x-service-key': key, ...headers })
    expect(answer).toMatchObject({ status: 400, body: { code, charged_cents: 0 } })
  })

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'length and chunks both',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', 400],
    ['40 KB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s is answered in the table’s words and the connection closed', async (_, bytes, status) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ ok: false, charged_cents: 0 })
  })

  test('a body that ends before its length is 400 or a closed connection, and no call', async () => {
    const answer = await raw(
      `POST /api/v1/outcomes/hash-text HTTP/1.1\r\nHost: x\r\nX-Service-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"text":"a"}`,
      { end: true },
    )
    expect(answer).not.toMatch(/^HTTP\/1\.1 (?:2|5)/)
  })

  test.each([
    '/api/v1/outcomes/..%2f..%2fetc',
    '/api/v1/outcomes/%00',
    '/api/v1/outcomes/hash-text%20',
    '/api/v1/outcomes/' + 'x'.repeat(4_000),
  ])('%s is 404', async (path) => {
    expect((await world.request('POST', path, { body: {}, headers: { 'x-service-key': key } })).status).toBe(404)
  })

  test('a broken escape in the path is a 4xx', async () => {
    const answer = await raw(
      `POST /api/v1/outcomes/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test('another method is 405 with Allow, and OPTIONS answers for browsers', async () => {
    const wrong = await world.request('PUT', '/api/v1/outcomes/hash-text')
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(wrong.headers.get('allow')).toContain('POST')
    const preflight = await world.request('OPTIONS', '/api/v1/outcomes/hash-text')
    expect(preflight.status).toBe(204)
    const [allowed, exposed] = ['access-control-allow-headers', 'access-control-expose-headers'].map((name) =>
      preflight.headers.get(name)?.split(', '),
    )
    expect(allowed).toEqual(
      expect.arrayContaining(['PAYMENT-SIGNATURE', 'X-Agent-Signup-Secret', 'If-None-Match', 'Range']),
    )
    expect(exposed).toEqual(['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', '*'])
  })
})

test('a secret that is sent in the wrong shape is not sent back', async () => {
  const answer = await world.call('hash-text', { text: 'a', hmac_key: ['hunter2'] }, { 'x-service-key': key })
  expect(answer.status).toBe(422)
  expect(answer.text).not.toContain('hunter2')
})

test.each([
  ['POST', '/api/v1/outcomes/hash-text'],
  ['GET', '/api/v1/outcomes/endpoint-match'],
  ['GET', '/api/listings'],
])('%s %s with ten thousand parameters is refused by their number', async (method, path) => {
  for (const query of ['a=&'.repeat(10_000), Array.from({ length: 4_000 }, (_, nth) => `k${nth}=`).join('&')]) {
    const answer = await world.request(method, `${path}?${query.slice(0, 31_000)}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request', charged_cents: 0 } })
  }
})

/** Sends bytes as they are and reads until the server closes. */
function raw(bytes: string, { end = false } = {}): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1', () => {
      socket.write(bytes)
      if (end) socket.end()
    })
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => done(answer))
    socket.on('close', () => done(answer))
  })
}
