import { afterAll, expect, test } from 'vitest'

import { sealer } from '#shared/calls/seal.ts'
import { parseConfig } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { modelsOf } from '#shared/lib/models/model-roles.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { callInput } from './call-input.ts'
import { InputThreads } from './input-threads.ts'

const SERVER_SECRET = 'test-secret-test-secret-test-secret-0123'
const CALL = '019a0000-0000-7000-8000-000000000000'
const models = modelsOf(
  parseConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://localhost/none',
    SERVER_SECRET,
    LLM_BASE_URL: 'http://localhost:1/v1',
    LLM_MODEL: 'a',
    LLM_VISION_MODEL: 'a',
    LLM_EMBEDDING_MODEL: 'a',
    LLM_IMAGE_MODEL: 'a',
    LLM_TRANSCRIPTION_MODEL: 'a',
    LLM_SPEECH_MODEL: 'a',
  }),
)
const secrets = sealer(SERVER_SECRET)
const threads = new InputThreads({ serverSecret: SERVER_SECRET, models })
afterAll(() => threads.close())

const wireOf = (error: unknown) => (error instanceof Refusal ? error.toWire() : error)
const take = (slug: string, text: string) =>
  threads.take({ slug, callId: CALL, raw: Buffer.from(text) }, '198.51.100.1')

test('the example of everything that is sold comes out of a thread as it does without one', async () => {
  const sold = [...forSale(catalog).values()]
  expect(sold.length).toBeGreaterThan(100)
  for (const entry of sold) {
    const { slug, secrets: names, example } = entry.outcome
    const text = JSON.stringify(example.input)
    const here = callInput(entry, Buffer.from(text), { callId: CALL, sealer: secrets, models })
    const there = await take(slug, text)
    const open = (stored: string | Buffer) => secrets.open(CALL, names, stored.toString())
    expect(open(there.stored), slug).toEqual(open(here.stored))
    expect(there.digest().equals(here.digest()), slug).toBe(true)
    expect(there.canonicalDigest().equals(here.canonicalDigest()), slug).toBe(true)
    expect(there.bytes).toBe(here.bytes)
  }
})

test('what is refused in a thread is refused with the same words and fields', async () => {
  const text = JSON.stringify({ events: Array.from({ length: 60 }, () => 7) })
  const entry = catalog.get('retry-storm-guard')
  if (entry === undefined) throw new Error('the catalog has no retry-storm-guard')
  const here = async () => callInput(entry, Buffer.from(text), { callId: CALL, sealer: secrets, models })
  const refusal = await here().catch(wireOf)
  expect(refusal).toMatchObject({ code: 'validation_error', extra: { errors_total: 60 }, detail: { length: 50 } })
  expect(await take('retry-storm-guard', text).catch(wireOf)).toEqual(refusal)
})

test('a slug that nothing is called by is a fault, and the next body is served', async () => {
  await expect(take('no-such-slug', '{}')).rejects.toThrow('nothing is called')
  expect((await take('hash-text', '{"text":"a"}')).stored.toString()).toBe('{"text":"a"}')
})

test('an address may have so many bodies waiting and no more, and others are served meanwhile', async () => {
  const waiting = Array.from({ length: 70 }, () => take('hash-text', '{"text":"a"}'))
  const other = threads.take({ slug: 'hash-text', callId: CALL, raw: Buffer.from('{"text":"b"}') }, '198.51.100.2')
  const ends = await Promise.allSettled(waiting)
  const refused = ends.filter((end) => end.status === 'rejected')
  expect(refused.length).toBe(4)
  expect(refused.map(({ reason }) => Object(reason).code)).toEqual(Array(4).fill('overloaded'))
  expect((await other).stored.toString()).toBe('{"text":"b"}')
})
