import { expect, test } from 'vitest'

import { coalesceNext } from './coalesce-next.ts'

const world = () => {
  const share = coalesceNext<number>()
  const looks: PromiseWithResolvers<number>[] = []
  const ask = (question = 'q') =>
    share(question, () => {
      const look = Promise.withResolvers<number>()
      looks.push(look)
      return look.promise
    })
  return { looks, ask }
}

test('whoever asks during a look shares the next one, never the one that had begun', async () => {
  const { looks, ask } = world()
  const first = ask()
  const others = [ask(), ask(), ask()]
  expect(looks).toHaveLength(1)
  looks[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(looks).toHaveLength(2)
  const late = ask()
  looks[1]?.resolve(2)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  await Promise.resolve()
  expect(looks).toHaveLength(3)
  looks[2]?.resolve(3)
  expect(await late).toBe(3)
  const alone = ask()
  looks[3]?.resolve(4)
  expect(await alone).toBe(4)
})

test('another question waits for nothing, and a look that fails does not stop the next one', async () => {
  const { looks, ask } = world()
  const first = ask()
  const next = ask()
  const other = ask('other')
  looks[1]?.resolve(7)
  expect(await other).toBe(7)
  looks[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await Promise.resolve()
  looks[2]?.resolve(2)
  expect(await next).toBe(2)
})
