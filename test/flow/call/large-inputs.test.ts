import { createHash, createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { InputThreads } from '#ingress/call/input/input-threads.ts'

import { type Answer, openWorld, type World } from '#test/support/world/world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await openWorld({ backend: 'redis' })
  await world.ready()
  ;({ key } = await world.key(1_000))
})
afterAll(() => world.close())

const MANY = `[${'0,'.repeat(5_000)}0]`
const call = (body: unknown, headers: Record<string, string> = {}) =>
  world.call('hash-text', body, { 'x-service-key': key, ...headers })

const typesOf = ({ body }: Answer) => z.array(z.object({ type: z.string() })).parse(body['detail'])

test.each<[string, string, number]>([
  ['of 64 KB', `{"text":"${'x'.repeat(65_536 - 11)}"}`, 0],
  ['of one byte more', `{"text":"${'x'.repeat(65_536 - 10)}"}`, 1],
  ['of many values', `{"text":"a","metadata":[${'0,'.repeat(1_000)}0]}`, 1],
])('a body %s is checked where it belongs: larger ones leave the event loop alone', async (_, body, times) => {
  const inThread = vi.spyOn(InputThreads.prototype, 'take')
  try {
    expect((await call(body)).status).toBeLessThan(500)
    expect(inThread).toHaveBeenCalledTimes(times)
  } finally {
    inThread.mockRestore()
  }
})

describe('a body that is checked in a thread is answered as one that is not', () => {
  test.each<[string, string]>([
    ['a field of the wrong type', '"text":7'],
    ['a missing field', '"algorithm":"sha256"'],
    ['NUL', '"text":"a\\u0000b"'],
    ['half a character', '"text":"\\ud800"'],
    ['__proto__', '"text":"a","__proto__":{}'],
    ['a number that is none', '"text":"a","n":1e999'],
    ['nesting 65 deep', `"text":"a","n":${'['.repeat(64)}${']'.repeat(64)}`],
    ['broken JSON', '"text":'],
  ])('%s', async (_, members) => {
    const small = await call(`{${members}}`)
    const large = await call(`{${members},"metadata":${MANY}}`)
    expect(large.status).toBe(small.status)
    expect(large.status).toBeGreaterThanOrEqual(400)
    const said = ({ body }: Answer) => ({ code: body['code'], error: body['error'], fix: body['fix'] })
    expect(said(large)).toEqual(said(small))
    expect(typesOf(large)).toEqual(typesOf(small))
  })

  test('a secret that is wrong is not sent back', async () => {
    const answer = await call(`{"text":"a","hmac_key":["hunter2"],"metadata":${MANY}}`)
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain('hunter2')
  })

  test('more values than any route takes, and more bytes than this one', async () => {
    expect(await call(`{"text":"a","metadata":[${'0,'.repeat(100_000)}0]}`)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'too_many_values' }] },
    })
    expect((await call({ text: 'x'.repeat(8_400_000) })).status).toBe(413)
  })

  test('8 MB of text, of every kind that is long in some form, reach the outcome as they were sent', async () => {
    const bytes = 8 * 1024 * 1024 - 100
    for (const [piece, inJson] of [
      ['"', 2],
      ['\\', 2],
      ['é', 2],
      ['漢', 3],
      ['😀', 4],
    ] as const) {
      const text = piece.repeat(Math.floor(bytes / inJson))
      const answer = await call({ text })
      expect(answer).toMatchObject({
        status: 200,
        body: { result: { hex: createHash('sha256').update(text).digest('hex') } },
      })
    }
  })

  test('a secret in it is stored encrypted and used', async () => {
    const text = 'x'.repeat(300_000)
    const answer = await call({ text, hmac_key: 'hunter2-hunter2' })
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { hex: createHmac('sha256', 'hunter2-hunter2').update(text).digest('hex') } },
    })
    const rows = await world.sql<{ n: number }>(`select count(*)::int as n from call where input like '%hunter2%'`)
    expect(rows).toEqual([{ n: 0 }])
  })

  test('the same JSON in another spelling is the same under its Idempotency-Key, another one is not', async () => {
    const text = 'x'.repeat(300_000)
    const once = { 'idempotency-key': 'large-once' }
    const first = await call(`{"text":"${text}","algorithm":"sha512"}`, once)
    const again = await call(`{ "algorithm": "sha512", "text": "${text}" }`, once)
    expect(again).toMatchObject({ status: 200, body: { call_id: first.body['call_id'] } })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await call(`{"text":"${text}y","algorithm":"sha512"}`, once)).body['code']).toBe('idempotency_key_reused')
  })

  test('many at once', async () => {
    const texts = Array.from({ length: 6 }, (_, nth) => String(nth).repeat(300_000))
    const answers = await Promise.all(texts.map((text) => call({ text })))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    // Safe: what the outcome answers.
    expect(answers.map(({ body }) => (body['result'] as { hex: string }).hex)).toEqual(
      texts.map((text) => createHash('sha256').update(text).digest('hex')),
    )
  })
})
