import { beforeEach, describe, expect, test } from 'vitest'

import type { PoolSample } from '#ingress/deps.ts'
import { admission, unpaidAdmission } from './admission.ts'

const SHOT = { slug: 'screenshot', pool: 'screenshot' } as const
const refusal = (code: string) => expect.objectContaining({ code })

let sample: PoolSample
let isUp = true
let failing = false
let sampled: PoolSample | null = null
beforeEach(() => {
  isUp = true
  failing = false
  sample = {
    workers: 1,
    slots: 2,
    open: 0,
    runMs: 1_000,
    oldestWaitMs: 0,
    paused: new Set(),
    lacks: new Set(),
    notices: [],
    openByKey: new Map(),
    openByOtherKeys: 0,
  }
  sampled = sample
})
const door = () =>
  admission({
    pools: () => Promise.resolve(sampled === null ? null : new Map([['screenshot', sampled] as const])),
    queueUp: () => Promise.resolve(isUp),
    queueFailing: () => failing,
  })

describe('a call is refused before any money moves', () => {
  test('while the database, the queue or the last enqueueing fails', async () => {
    sampled = null
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('unavailable'))
    sampled = sample
    isUp = false
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('unavailable'))
    isUp = true
    failing = true
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('unavailable'))
  })

  test('while nobody serves its pool, and while its outcome rests', async () => {
    sampled = { ...sample, workers: 0 }
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('unavailable'))
    sampled = { ...sample, paused: new Set(['screenshot']) }
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('unavailable'))
    await door()({ slug: 'another', pool: 'screenshot' }, null)
  })

  test('when it could not begin within ten seconds, by what its runs take, or usually take', async () => {
    sample.open = 22
    await door()(SHOT, null)
    sample.open = 23
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('overloaded'))
    sample.runMs = 0
    await expect(door()(SHOT, null)).rejects.toEqual(refusal('overloaded'))
    sample.open = 12
    await door()(SHOT, null)
  })
})

describe('an unpaid call', () => {
  const known = () => new Map([['screenshot', sampled ?? sample] as const])
  const ask = (read: () => Promise<ReturnType<typeof known> | null>) =>
    unpaidAdmission({ lastPools: known, pools: read })(SHOT)
  const notAsked = () => Promise.reject(new Error('was asked'))

  test('gets its 402 without a look at the database while its pool is served', async () => {
    await expect(ask(notAsked)).resolves.toBeUndefined()
    await expect(unpaidAdmission({ lastPools: () => null, pools: notAsked })(SHOT)).resolves.toBeUndefined()
  })

  test.each([
    ['nobody serves its pool', { workers: 0 }, []],
    ['its outcome rests', { paused: new Set(['screenshot']) }, []],
    ['nobody serves the pool of a part', {}, [{ slug: 'pdf-extract', pool: 'pdf-extract' } as const]],
  ])('is refused before it is asked for money while %s', async (_, wrong, members) => {
    sampled = { ...sample, ...wrong }
    await expect(unpaidAdmission({ lastPools: known, pools: async () => known() })(SHOT, members)).rejects.toEqual(
      refusal('unavailable'),
    )
  })

  test('gets its 402 when a worker came since, and when nobody can tell', async () => {
    sampled = { ...sample, workers: 0 }
    await expect(ask(() => Promise.resolve(new Map([['screenshot', sample] as const])))).resolves.toBeUndefined()
    await expect(ask(() => Promise.resolve(null))).resolves.toBeUndefined()
  })
})

describe('a crowd between two samples', () => {
  const come = (admit: ReturnType<typeof door>, payer: string | null) =>
    Promise.allSettled(Array.from({ length: 100 }, () => admit(SHOT, payer)))
  const admitted = (came: PromiseSettledResult<unknown>[]) => came.filter(({ status }) => status === 'fulfilled').length

  test('of a key that paid before finds room only once', async () => {
    const admit = door()
    ;(await admit(SHOT, 'known'))(true)
    const came = await come(admit, 'known')
    expect(admitted(came)).toBe(22)
    expect(sample.open).toBe(23)
  })

  test('of calls that were not accepted leaves the room as it was', async () => {
    const admit = door()
    ;(await admit(SHOT, 'known'))(true)
    for (const one of await come(admit, 'known')) if (one.status === 'fulfilled') one.value(false)
    expect(sample.open).toBe(1)
  })

  test('of strangers who cannot pay takes nobody’s room', async () => {
    const admit = door()
    for (const one of await come(admit, 'made up')) if (one.status === 'fulfilled') one.value(false)
    expect(sample.open).toBe(0)
    for (const one of await come(admit, null)) if (one.status === 'fulfilled') one.value(true)
    expect(sample.open).toBe(100)
  })

  test('of one key, in a pool that others use, takes its share and no more', async () => {
    const admit = door()
    ;(await admit(SHOT, 'big'))(true)
    Object.assign(sample, { slots: 40, open: 21, openByOtherKeys: 1, openByKey: new Map([['big', 20]]) })
    expect(admitted(await come(admit, 'big'))).toBe(10)
    await admit(SHOT, 'small')
  })
})
