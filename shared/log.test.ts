import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import { credentialMint } from '#shared/money/credentials.ts'

import { createLog, type Log } from './log.ts'

const CANARY = 'canary7f3a'
const mint = credentialMint('a server secret of thirty-two characters', 'live')
const KEY = mint.issue('sk', '0123456789ab')
const PASS = mint.issue('dp', '0123456789ab')
const CALL_TOKEN = mint.callToken('0198a0b2-0000-7000-8000-000000000000')
const SIGNATURE = `0x${'ab'.repeat(65)}`
const PAYMENT = Buffer.from(JSON.stringify({ x402Version: 2, payload: { signature: SIGNATURE } })).toString('base64')

/** Everything the log writes while `write` uses it. */
function written(write: (log: Log) => void): string {
  let out = ''
  const log = createLog('debug', {
    write: (line) => {
      out += line
    },
  })
  write(log)
  expect(out).not.toBe('')
  // Safe: a line that is not JSON throws here, which fails the test.
  for (const line of out.trimEnd().split('\n')) JSON.parse(line) as unknown
  return out
}

describe('a field that holds a secret is cut', () => {
  const names = [
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'x-service-key',
    'X-Api-Key',
    'x-day-pass-token',
    'x-call-token',
    'payment-signature',
    'PAYMENT-SIGNATURE',
    'x-payment',
    'X-PAYMENT',
    'key',
    'serviceKey',
    'private_key',
    'call_token',
    'adminToken',
    'ADMIN_TOKEN',
    'SERVER_SECRET',
    'password',
    'signature',
    'body',
    'rawBody',
    'input',
    'result',
  ]

  test.each(names)('%s', (name) => {
    const bag = { [name]: CANARY }
    const out = written((log) => {
      log.info(bag)
      log.info({ req: bag }, 'one down')
      log.info({ ctx: { request: { headers: bag } } }, 'three down')
      log.info({ calls: [bag] }, 'in a list')
      log.info({ [name]: { nested: [CANARY] } }, 'an object')
      log.error({ err: Object.assign(new Error('failed'), { response: bag, ...bag }) }, 'on an error')
    })
    expect(out).not.toContain(CANARY)
    expect(out).toContain('[redacted]')
  })
})

describe('what looks like a secret is cut wherever it stands', () => {
  test.each([
    ['a service key', KEY],
    ['a pass', PASS],
    ['a call token', CALL_TOKEN],
    ['a payment signature', SIGNATURE],
    ['a payment', PAYMENT],
    ['an authorization header', 'Bearer a-token-of-the-operator'],
    ['the password in an address', `postgres://farebox:${CANARY}@db.internal:5432/farebox`],
  ])('%s', (_, secret) => {
    const out = written((log) => {
      log.info(`message with ${secret}.`)
      log.info('formatted %s %j', secret, { value: secret })
      log.info({ path: `/api/v1/calls/${secret}`, list: [secret], deep: { value: secret } }, 'fields')
      log.error({ err: new Error(`refused ${secret}`) }, 'an error')
      log.error(new Error(`refused ${secret}`))
      log.error({ err: new Error('outer', { cause: new Error(secret) }) }, 'a cause')
      log.error({ err: secret }, 'a thrown string')
    })
    expect(out).not.toContain(secret)
    expect(out).not.toContain(CANARY)
  })

  test('whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const out = written((log) =>
          log.error({ err: new Error(before + KEY + after), path: before + KEY }, before + KEY),
        )
        expect(out).not.toContain(KEY)
      }),
    )
  })
})

test('a line break or a control character of input ends no line of the log', () => {
  const input = '1\r\n{"level":60,"msg":"forged"}\u2028\u0000\u001b[2J\u0085'
  const out = written((log) => log.error({ err: new Error(input), path: input, [input]: input }, input))
  expect([...out.trimEnd()].filter((character) => character < ' ')).toEqual([])
  expect(JSON.parse(out)).toMatchObject({ level: 50, path: input, msg: input })
})

test('a body that a parser quotes in its complaint is cut', () => {
  const out = written((log) => {
    try {
      JSON.parse(`{"card": ${CANARY}}`)
    } catch (error) {
      log.error({ err: error }, 'fault')
    }
  })
  expect(out).not.toContain(CANARY)
})

test('of a request, a buffer or another object of a class only the kind is written', () => {
  class Incoming {
    readonly url = `/?q=${CANARY}`
  }
  const out = written((log) =>
    log.info({ req: new Incoming(), bytes: Buffer.from(CANARY), map: new Map([[CANARY, 1]]) }),
  )
  expect(out).toContain('"req":"[Incoming]","bytes":"[Buffer]","map":"[Map]"')
  expect(out).not.toContain(CANARY)
  expect(out).not.toContain(Buffer.from(CANARY).toString('base64'))
})

test('ids, numbers, times and the frames of a fault are kept', () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const out = written((log) =>
    log.error(
      {
        callId: 'call_1',
        keyId: 'k_1',
        slug: 'hash-text',
        ms: 12.5,
        at,
        err: Object.assign(new Error('gone'), { code: 'EPIPE' }),
      },
      'fault',
    ),
  )
  expect(JSON.parse(out)).toMatchObject({
    callId: 'call_1',
    keyId: 'k_1',
    slug: 'hash-text',
    ms: 12.5,
    at: at.toISOString(),
    err: { type: 'Error', message: 'gone', code: 'EPIPE', stack: expect.stringContaining('log.test.ts') },
    msg: 'fault',
    pid: process.pid,
  })
})

test('a value that refers to itself, is deep or is long is bounded', () => {
  const loop: Record<string, unknown> = { list: Array.from({ length: 1_000 }, () => 'x') }
  loop['self'] = loop
  const out = written((log) => log.info({ loop, long: 'y'.repeat(100_000) }))
  expect(out).toContain('[deep]')
  expect(out.length).toBeLessThan(10_000)
})

describe('a message that repeats', () => {
  const lines = (write: (log: Log) => void) =>
    written(write)
      .trimEnd()
      .split('\n')
      // Safe: our own lines.
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('is written five times in ten seconds when it is trouble, each outcome for itself', () => {
    const out = lines((log) => {
      for (let nth = 0; nth < 50; nth += 1) {
        log.error({ err: new Error(`failure ${nth}`), slug: 'one' }, 'outcome fault')
        log.error({ err: new Error(`failure ${nth}`), slug: 'two' }, 'outcome fault')
        log.warn('the queue is away')
      }
    })
    const kinds = ['outcome fault one', 'outcome fault two', 'the queue is away undefined']
    const written = out.map(({ msg, slug }) => `${String(msg)} ${String(slug)}`)
    expect(kinds.map((kind) => written.filter((one) => one === kind).length)).toEqual([5, 5, 5])
    expect(written).toHaveLength(15)
  })

  test('says afterwards how often it was not written', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const out = lines((log) => {
        for (let nth = 0; nth < 50; nth += 1) log.warn({ callId: `call ${nth}` }, 'not enqueued')
        vi.advanceTimersByTime(10_000)
        log.warn({ callId: 'call 50' }, 'not enqueued')
        log.warn({ callId: 'call 51' }, 'not enqueued')
      })
      expect(out.slice(-2)).toMatchObject([
        { callId: 'call 50', unsaid: 45, msg: 'not enqueued' },
        { callId: 'call 51' },
      ])
      expect(out.at(-1)).not.toHaveProperty('unsaid')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is written a hundred times a second when it is news, and always when it is fatal', () => {
    const out = lines((log) => {
      for (let nth = 0; nth < 1_500; nth += 1) log.info({ callId: `call ${nth}` }, 'call')
      for (let nth = 0; nth < 20; nth += 1) log.fatal('unhandledRejection')
    })
    expect(out.filter(({ msg }) => msg === 'call')).toHaveLength(1_000)
    expect(out.filter(({ msg }) => msg === 'unhandledRejection')).toHaveLength(20)
  })
})
