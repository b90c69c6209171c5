import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { BasePayment } from '../read-payment.ts'
import { PREPARED_MS, PreparedSettlements } from './prepared-settlements.ts'
import type { Simulated } from './ready-settlement.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const paymentOf = (key: string, signature = '0x11') =>
  // Safe: nothing else of it is read.
  ({ key, payTo: '0xp', amount: 1n, wireNetwork: 'eip155:8453', signature }) as unknown as BasePayment
const passing: Simulated = {
  ready: { sender: '0x01', fees: { maxFee: 1n, priorityFee: 1n }, height: 1 },
  passes: true,
  isContract: false,
  signed: null,
}

test('a simulation counts once, for this payment as it was signed, and says whether others were waiting', async () => {
  const told: boolean[] = []
  const prepared = new PreparedSettlements(async (_, { isAlone }) => {
    told.push(isAlone)
    return passing
  })
  prepared.begin(paymentOf('a'))
  prepared.begin(paymentOf('b'))
  expect(told).toEqual([true, false])
  expect(await prepared.take(paymentOf('c'))).toBeNull()
  expect(await prepared.take(paymentOf('a', '0x22'))).toBeNull()
  expect(await prepared.take(paymentOf('a'))).toBe(passing)
  expect(await prepared.take(paymentOf('a'))).toBeNull()
})

test('a simulation that is too old, was refused, failed or is of a contract is made again', async () => {
  const results = [
    { ...passing, passes: false },
    { ...passing, isContract: true },
    new Error('no node answers'),
    passing,
    passing,
  ]
  const prepared = new PreparedSettlements(async () => {
    const result = results.shift() ?? passing
    if (result instanceof Error) throw result
    return result
  })
  for (const key of ['a', 'b', 'c', 'd', 'e']) prepared.begin(paymentOf(key))
  for (const key of ['a', 'b', 'c']) expect(await prepared.take(paymentOf(key))).toBeNull()
  await vi.advanceTimersByTimeAsync(PREPARED_MS - 1)
  expect(await prepared.take(paymentOf('d'))).toBe(passing)
  await vi.advanceTimersByTimeAsync(1)
  expect(await prepared.take(paymentOf('e'))).toBeNull()
})
