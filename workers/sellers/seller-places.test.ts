import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { SELLER_LIMITS } from '#shared/market/endpoints/seller-limits.rules.ts'

import { sellerPlaces } from './seller-places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const filled = async (enter: ReturnType<typeof sellerPlaces>, seller: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => enter(seller, 1_000)))

test('a call beyond those of one seller waits until one of them ends, in their order', async () => {
  const enter = sellerPlaces()
  const [first, second] = await filled(enter, 'a', SELLER_LIMITS.ofOne)
  const began: number[] = []
  const waiting = [1, 2].map((nth) => enter('a', 1_000).then(() => began.push(nth)))
  expect(await enter('b', 1_000)).toBeTypeOf('function')
  first?.()
  await waiting[0]
  expect(began).toEqual([1])
  second?.()
  await waiting[1]
  expect(began).toEqual([1, 2])
})

test('a call that waited its time is refused, and leaves its place to others', async () => {
  const enter = sellerPlaces()
  const [first] = await filled(enter, 'a', SELLER_LIMITS.ofOne)
  const late = enter('a', 1_000).catch((error: unknown) => Object(error).code)
  const patient = enter('a', 5_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe('overloaded')
  first?.()
  expect(await patient).toBeTypeOf('function')
})

test('calls of all sellers, also those that wait, are limited, and a place that ends is free once', async () => {
  const enter = sellerPlaces()
  const leave = await filled(enter, 'a', SELLER_LIMITS.ofOne)
  const waiting = Array.from({ length: SELLER_LIMITS.ofAll - SELLER_LIMITS.ofOne }, () => enter('a', 1_000))
  await expect(enter('b', 1_000)).rejects.toMatchObject({ code: 'overloaded' })
  for (const one of leave) one()
  const next = await Promise.all(waiting.slice(0, SELLER_LIMITS.ofOne))
  await filled(enter, 'b', SELLER_LIMITS.ofOne)
  await expect(enter('c', 1_000)).rejects.toMatchObject({ code: 'overloaded' })
  next[0]?.()
  expect(await enter('c', 1_000)).toBeTypeOf('function')
  await expect(enter('c', 1_000)).rejects.toMatchObject({ code: 'overloaded' })
})
