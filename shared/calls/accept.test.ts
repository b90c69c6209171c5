import { expect, test } from 'vitest'

import { commonArrays } from './accept.ts'

test('inputs go to the database as bytes, whatever they are held in: pg escapes texts in a list quote by quote', () => {
  const call = {
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: 10_000n,
    timeoutMs: 8_000,
    inputDigest: Buffer.alloc(32),
    idem: null,
  } as const
  const text = '{"text":"\\"é\\""}'
  const lists = commonArrays([
    { ...call, callId: 'a', input: text },
    { ...call, callId: 'b', input: Buffer.from(text) },
  ])
  expect(lists[5]).toEqual([Buffer.from(text), Buffer.from(text)])
})
