import { afterEach, beforeAll, expect, test } from 'vitest'

import { send } from '#shared/playground/processes/end-process.ts'

import { ordinary } from './account.ts'
import { type Checkout, emptyCheckout } from './checkout.ts'
import { startProduct, until } from './product.ts'
import { runningIn } from './running-in.ts'

let checkout: Checkout
beforeAll(() => {
  checkout = emptyCheckout(ordinary)
})
afterEach(() => {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
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
