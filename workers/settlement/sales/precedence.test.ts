import { setImmediate as turn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { precedence } from './precedence.ts'

const FAR_MS = 60_000

test('other work waits until nobody waits for anything, and goes on at once where nobody does', async () => {
  const { first, giveWay } = precedence(FAR_MS)
  const seen: string[] = []
  await giveWay()
  const [one, two] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const asked = [first(() => one.promise), first(() => two.promise)]
  const others = [giveWay(), giveWay()].map((turned) => turned.then(() => seen.push('another')))
  one.resolve('one')
  seen.push((await asked[0]) ?? '')
  await turn()
  expect(seen).toEqual(['one'])
  two.resolve('two')
  await Promise.all([...asked, ...others])
  expect(seen).toEqual(['one', 'another', 'another'])
  await giveWay()
})

test('other work goes on although somebody waits without an end', async () => {
  const { first, giveWay } = precedence(1)
  const endless = Promise.withResolvers<void>()
  const seen: string[] = []
  const asked = first(() => endless.promise).then(() => seen.push('asked'))
  await giveWay()
  seen.push('another')
  endless.resolve()
  await asked
  expect(seen).toEqual(['another', 'asked'])
})

test('work that fails keeps nobody waiting', async () => {
  const { first, giveWay } = precedence(FAR_MS)
  await expect(first(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await giveWay()
})
