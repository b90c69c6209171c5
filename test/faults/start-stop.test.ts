import { join } from 'node:path'

import { afterEach, beforeAll, expect, test } from 'vitest'

import { send } from '#shared/playground/processes/end-process.ts'

import { ordinary } from '../start/account.ts'
import { type Checkout, emptyCheckout } from '../start/checkout.ts'
import { startProduct, type Product } from '../start/product.ts'
import { runningIn } from '../start/running-in.ts'
import { blockEventLoop } from '../support/measure/block-event-loop.ts'

let checkout: Checkout
beforeAll(() => {
  checkout = emptyCheckout(ordinary)
})
afterEach(() => {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
})

async function started(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ folder: checkout.folder, account: ordinary, env })
  await product.ready()
  return product
}

// Other ways to end it: test/start/start.test.ts.
test.each([
  ['a worker', 'workers/main.ts outcome'],
  ['the supervisor', 'playground/main.ts'],
  ['the ingress', 'ingress/main.ts'],
  ['PostgreSQL', 'bin/postgres -D'],
  ['the Base chain', 'bin/anvil'],
])('SIGTERM to %s ends everything npm start began', async (_, part) => {
  const product = await started()
  send(product.process(part).pid, 'SIGTERM')
  await product.gone()
  expect(product.stderr()).toBe('')
})

test('kill -9 of the supervisor ends everything', async () => {
  const product = await started()
  send(product.process('playground/main.ts').pid, 'SIGKILL')
  await product.gone()
  expect(product.stderr()).toBe('')
})

// A blocked process has the time to end that its settings give it, and is killed two seconds later.
test('Ctrl-C while the event loop of the ingress is blocked ends everything', async () => {
  const product = await started({ NODE_OPTIONS: '--inspect-port=0', SHUTDOWN_GRACE_MS: '0' })
  await blockEventLoop(product.process('ingress/main.ts').pid, join(checkout.folder, '.farebox/logs/ingress.log'))
  const askedAt = performance.now()
  send(-product.npm, 'SIGINT')
  await product.gone()
  expect(product.stderr()).toBe('')
  // Twelve seconds; a slow machine may take three times as long.
  expect(performance.now() - askedAt).toBeLessThan(40_000)
})
