import { describe, expect, test } from 'vitest'

import type { UpstreamsDoor } from '#shared/doors/upstreams.ts'
import { createLog } from '#shared/log.ts'

import { medianOf, solPrice } from './sol-price.ts'

const log = createLog('silent')

/** Sources by name: the price and the age in seconds that each answers; null where it fails. */
function asking(answers: Record<string, { price: string; ageS: number } | null>) {
  const ask = (question: { upstream: string }) => {
    const answer = answers[question.upstream] ?? null
    return answer === null
      ? Promise.reject(new Error('it does not answer'))
      : Promise.resolve({ value: { price: answer.price }, ageS: answer.ageS })
  }
  // Safe: nothing else of the door is used.
  return solPrice({ SOL_PRICE_CENTS: undefined }, { upstreams: { ask } as unknown as UpstreamsDoor, log })
}

describe('the price of SOL', () => {
  test('is the median of two sources that agree', async () => {
    const both = { coinbase: { price: '150.10', ageS: 3 }, kraken: { price: '149.90000', ageS: 59 } }
    expect(await asking(both)()).toBe(150_000_000n)
  })

  test.each([
    ['one fails', { coinbase: { price: '150', ageS: 3 }, kraken: null }],
    ['one is older than a minute', { coinbase: { price: '150', ageS: 3 }, kraken: { price: '150', ageS: 61 } }],
    ['they are more than 2 % apart', { coinbase: { price: '150', ageS: 3 }, kraken: { price: '153.01', ageS: 3 } }],
    ['one is no number', { coinbase: { price: '150', ageS: 3 }, kraken: { price: 'NaN', ageS: 3 } }],
    ['one is zero', { coinbase: { price: '0', ageS: 3 }, kraken: { price: '0.0', ageS: 3 } }],
  ])('is none where %s', async (_, answers) => {
    expect(await asking(answers)()).toBeNull()
  })

  test('is the fixed one of play money, which asks nobody', async () => {
    const none = { ask: () => Promise.reject(new Error('nobody is asked')) } as unknown as UpstreamsDoor
    expect(await solPrice({ SOL_PRICE_CENTS: 15_000 }, { upstreams: none, log })()).toBe(150_000_000n)
  })

  test('may differ by exactly 2 %', () => {
    expect(medianOf([100n, 102n])).toBe(101n)
    expect(medianOf([1_000n, 1_021n])).toBeNull()
  })
})
