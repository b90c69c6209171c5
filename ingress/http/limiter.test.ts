import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { createLimiter } from './limiter.ts'

const RULE = { name: 'test', points: 5, windowS: 60 }

describe('a limit', () => {
  test('counts what arrives in one turn in its order, and refuses exactly what is too much', async () => {
    const { take } = createLimiter(null)
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => take(RULE, 'a')))
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value.remaining : 'refused'))).toEqual([
      4,
      3,
      2,
      1,
      0,
      'refused',
      'refused',
      'refused',
    ])
  })

  test('counts what arrives in several turns too', async () => {
    const { take } = createLimiter(null)
    expect(await take(RULE, 'a', 3)).toMatchObject({ remaining: 2 })
    expect(await take(RULE, 'a', 2)).toMatchObject({ remaining: 0 })
    const refusal = await take(RULE, 'a').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'rate_limited', detail: { retryAfterS: expect.any(Number) } })
  })

  test('keeps counters and rules apart', async () => {
    const { take } = createLimiter(null)
    const other = { ...RULE, name: 'other' }
    await Promise.all([take(RULE, 'a', 5), take(RULE, 'b', 5), take(other, 'a', 5)])
    await expect(take(RULE, 'a')).rejects.toBeInstanceOf(Refusal)
    await expect(take(RULE, 'c', 5)).resolves.toMatchObject({ remaining: 0 })
  })
})
