import { expect, test } from 'vitest'

import { commonParameters } from './accept.ts'

test('inputs go to the database as one parameter of bytes, each with its place: pg escapes texts in a list quote by quote', () => {
  const call = {
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: 10_000n,
    timeoutMs: 8_000,
    inputDigest: Buffer.alloc(32),
    idem: null,
  } as const
  const text = '{"text":"\\"é\\""}'
  const parameters = commonParameters([
    { ...call, callId: 'a', input: text },
    { ...call, callId: 'b', input: Buffer.from('{}') },
  ])
  expect(parameters.slice(5, 7)).toEqual([
    [1, 1 + Buffer.byteLength(text)],
    [Buffer.byteLength(text), 2],
  ])
  expect(parameters[9]).toEqual(Buffer.from(`${text}{}`))
})
