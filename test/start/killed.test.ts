import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { send } from '#shared/playground/end-process.ts'

import { ordinary } from './account.ts'
import { makeCheckout } from './checkout.ts'
import { readPlayground, startProduct, until } from './product.ts'
import { runningIn } from './running-in.ts'

let checkout: ReturnType<typeof makeCheckout>
beforeEach(() => {
  checkout = makeCheckout(ordinary)
})
afterEach(() => {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
  checkout.remove()
})

const start = () => startProduct({ folder: checkout.folder, account: ordinary })

test('after kill -9 of the supervisor the rest ends by itself', async () => {
  const product = await start()
  await product.ready()
  send(product.process('playground/main.ts').pid, 'SIGKILL')
  await product.gone()
  expect(runningIn(checkout.folder)).toEqual([])
})

test('a start right after kill -9 of the supervisor goes on with the same data and leaves nothing of the old one', async () => {
  const first = await start()
  await first.ready()
  const token = readPlayground(checkout.folder).admin_token
  const old = runningIn(checkout.folder).map(({ pid }) => pid)
  send(first.process('playground/main.ts').pid, 'SIGKILL')
  const second = await start()
  await second.ready()
  expect(readPlayground(checkout.folder).admin_token).toBe(token)
  const now = runningIn(checkout.folder).map(({ pid }) => pid)
  expect(now.filter((pid) => old.includes(pid))).toEqual([])
  expect(second.stderr()).toBe('')
  send(second.npm, 'SIGTERM')
  await second.gone()
})

test('kill -9 while the database is being made leaves nothing half-made', async () => {
  const state = join(checkout.folder, '.farebox')
  const first = await start()
  await until(
    'initdb runs',
    () => existsSync(state) && readdirSync(state).some((name) => name.startsWith('postgres.new-')),
  )
  expect(existsSync(join(state, 'postgres'))).toBe(false)
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
  await first.gone()
  const second = await start()
  await second.ready()
  expect(readdirSync(state).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
  send(second.npm, 'SIGTERM')
  await second.gone()
})
