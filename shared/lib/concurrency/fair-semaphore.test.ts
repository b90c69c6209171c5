import { expect, test } from 'vitest'

import { FairSemaphore } from './fair-semaphore.ts'

const turn = () => new Promise((done) => setImmediate(done))

test('names that wait are served in turn, whoever waits for more', async () => {
  const slots = new FairSemaphore(1)
  const served: string[] = []
  const wait = async (name: string) => {
    await slots.acquire(name)
    served.push(name)
  }
  await slots.acquire('first')
  for (const name of ['a', 'a', 'a', 'b', 'c', 'b']) void wait(name)
  expect(['a', 'b', 'c', 'd'].map((name) => slots.waitingOf(name))).toEqual([3, 2, 1, 0])
  for (let nth = 0; nth < 6; nth += 1) {
    slots.release()
    await turn()
  }
  expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  expect(slots.waitingOf('a')).toBe(0)
})

test('no more places are taken than there are, and one that nobody waits for is free again', async () => {
  const slots = new FairSemaphore(2)
  await slots.acquire('a')
  await slots.acquire('b')
  let isServed = false
  void slots.acquire('c').then(() => (isServed = true))
  await turn()
  expect(isServed).toBe(false)
  slots.release()
  await turn()
  expect(isServed).toBe(true)
  slots.release()
  slots.release()
  await Promise.all([slots.acquire('d'), slots.acquire('e')])
  expect(slots.waitingOf('d') + slots.waitingOf('e')).toBe(0)
})
