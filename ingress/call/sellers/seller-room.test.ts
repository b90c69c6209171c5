import { describe, expect, test, vi } from 'vitest'

import { SELLER_LIMITS } from '#shared/market/endpoints/seller-limits.rules.ts'

import { sellerRoom } from './seller-room.ts'

const { ofOne, ofAll } = SELLER_LIMITS

/** Room of an ingress that knows of so many workers; `rows` are the open calls that the database counts. */
function roomOf(workers: number | null, rows: { seller_id: string; open: number }[] = []) {
  const query = vi.fn(async () => ({ rows }))
  const pools = workers === null ? null : new Map([['outcome', { workers }]])
  // Safe: it asks the number of workers and counts open calls, and nothing else.
  const deps = { pg: { query }, pools: async () => pools, lastPools: () => pools } as never
  return { room: sellerRoom(deps), query }
}

const BUSY = expect.objectContaining({ code: 'overloaded' })

describe('the room for calls of sellers', () => {
  test('has the places of its workers, and a place that is given back is free again', async () => {
    const { room } = roomOf(2)
    const leave = await Promise.all(Array.from({ length: 2 * ofOne }, () => room.take('a', false)))
    await expect(room.take('a', false)).rejects.toEqual(BUSY)
    await expect(room.take('b', false)).resolves.toBeTypeOf('function')
    leave[0]?.()
    await expect(room.take('a', false)).resolves.toBeTypeOf('function')
  })

  test('counts the calls of other processes', async () => {
    const { room } = roomOf(1, [{ seller_id: 'a', open: ofOne }])
    await expect(room.take('a', false)).rejects.toEqual(BUSY)
    await expect(room.take('b', false)).resolves.toBeTypeOf('function')
  })

  test('refuses at once, without reading anything, a seller whose places this process holds', async () => {
    const { room, query } = roomOf(1)
    const [leave] = await Promise.all(Array.from({ length: ofOne }, () => room.take('a', false)))
    query.mockClear()
    expect(() => room.refuseFull('a')).toThrow(BUSY)
    expect(() => room.refuseFull('b')).not.toThrow()
    leave?.()
    expect(() => room.refuseFull('a')).not.toThrow()
    expect(query).not.toHaveBeenCalled()
  })

  test('refuses at once any seller when this process holds the places of all', async () => {
    const { room } = roomOf(1)
    for (let nth = 0; nth < ofAll; nth += 1) await room.take(`seller-${nth}`, false)
    expect(() => room.refuseFull('another')).toThrow(BUSY)
  })

  test('refuses nothing at once before it knows its workers', async () => {
    const { room } = roomOf(null)
    await Promise.all(Array.from({ length: ofOne }, () => room.take('a', false)))
    expect(() => room.refuseFull('a')).not.toThrow()
  })
})
