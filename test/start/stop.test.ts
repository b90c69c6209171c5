import { afterEach, beforeAll, expect, test } from 'vitest'

import { send } from '#shared/playground/processes/end-process.ts'

import { ordinary } from './account.ts'
import { type Checkout, emptyCheckout } from './checkout.ts'
import { startProduct, until, type Product } from './product.ts'
import { runningIn } from './running-in.ts'

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

// The other parts: test/faults/start-stop.test.ts.
const ways: { way: string; end: (product: Product) => void }[] = [
  { way: 'SIGTERM to the supervisor', end: ({ process }) => send(process('playground/main.ts').pid, 'SIGTERM') },
  { way: 'SIGTERM to a worker', end: ({ process }) => send(process('workers/main.ts outcome').pid, 'SIGTERM') },
  { way: 'Ctrl-C in the terminal', end: ({ npm }) => send(-npm, 'SIGINT') },
  { way: 'a closed terminal', end: ({ npm }) => send(-npm, 'SIGHUP') },
  { way: 'kill -9 of npm', end: ({ npm }) => send(npm, 'SIGKILL') },
]

test.each(ways)('$way ends everything', async ({ end }) => {
  const product = await started()
  end(product)
  await product.gone()
  expect(product.stderr()).toBe('')
})

test('Ctrl-C while it starts ends everything', async () => {
  const product = await startProduct({ folder: checkout.folder, account: ordinary })
  await until('PostgreSQL starts', () =>
    runningIn(checkout.folder).some(({ command }) => command.includes('bin/postgres')),
  )
  send(-product.npm, 'SIGINT')
  await product.gone()
  expect(product.stderr()).toBe('')
})

/** A free call, which goes through the ingress, the queue, a worker and the database. */
const call = (product: Product) =>
  fetch(`${product.baseUrl}/api/v1/outcomes/reliability-scorecard`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"practices":{"timeouts":true}}',
  }).catch(() => undefined)

test('a worker, the ingress, the chains and PostgreSQL that were killed come back', async () => {
  // It is asked again and again until it answers, which must not count as too many calls.
  const product = await started({ FREE_CALLS_PER_MINUTE: '100000', UNPAID_CALLS_PER_MINUTE: '100000' })
  const parts = ['workers/main.ts outcome', 'ingress/main.ts', 'bin/anvil', 'chains/solana/main.ts', 'bin/postgres -D']
  for (const part of parts) {
    const before = product.process(part).pid
    send(before, 'SIGKILL')
    await until(`${part} runs again`, () =>
      runningIn(checkout.folder).some(({ command, pid }) => command.includes(part) && pid !== before),
    )
    await until('a call is answered', async () => (await call(product))?.status === 200)
  }
  expect(product.stderr().trim().split('\n')).toHaveLength(parts.length)
  // SIGTERM to npm ends it too.
  send(product.npm, 'SIGTERM')
  await product.gone()
  expect(product.stderr().trim().split('\n')).toHaveLength(parts.length)
})
