import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { send } from '#shared/playground/processes/end-process.ts'

import { ordinary } from './account.ts'
import { type Checkout, emptyCheckout } from './checkout.ts'
import { type Product, readPlayground, startProduct, until } from './product.ts'
import { runningIn } from './running-in.ts'

let checkout: Checkout
beforeAll(() => {
  checkout = emptyCheckout(ordinary)
})
afterAll(killAll)

/** The product that runs now: each test leaves its own to the next. */
let running: Product | undefined
const start = async () => (running = await startProduct({ folder: checkout.folder, account: ordinary }))

async function runningProduct(): Promise<Product> {
  const product = running ?? (await start())
  await product.ready()
  return product
}

function killAll() {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
}

test('kill -9 while the database is being made leaves nothing half-made', async () => {
  const state = join(checkout.folder, '.farebox')
  const first = await start()
  await until(
    'initdb runs',
    () => existsSync(state) && readdirSync(state).some((name) => name.startsWith('postgres.new-')),
  )
  expect(existsSync(join(state, 'postgres'))).toBe(false)
  killAll()
  await first.gone()
  const second = await start()
  await second.ready()
  expect(readdirSync(state).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('a start right after kill -9 of the supervisor goes on with the same data and leaves nothing of the old one', async () => {
  const first = await runningProduct()
  const token = readPlayground(checkout.folder).admin_token
  const old = runningIn(checkout.folder).map(({ pid }) => pid)
  send(first.process('playground/main.ts').pid, 'SIGKILL')
  const second = await start()
  await second.ready()
  expect(readPlayground(checkout.folder).admin_token).toBe(token)
  const now = runningIn(checkout.folder).map(({ pid }) => pid)
  expect(now.filter((pid) => old.includes(pid))).toEqual([])
  expect(second.stderr()).toBe('')
})

test('after kill -9 of the supervisor the rest ends by itself', async () => {
  const product = await runningProduct()
  send(product.process('playground/main.ts').pid, 'SIGKILL')
  await product.gone()
  expect(runningIn(checkout.folder)).toEqual([])
})
