import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { send } from '#shared/playground/processes/end-process.ts'

import type { Account } from './account.ts'
import { type Checkout, emptyCheckout } from './checkout.ts'
import { startProduct } from './product.ts'
import { runningIn } from './running-in.ts'

let checkout: Checkout
afterEach(() => {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
})

/** A user on a system that permits no user namespaces: the one this user is in already is the last there may be. */
const withoutNamespaces: Account = {
  name: 'a user who may make no namespaces',
  become: [
    'unshare',
    '--user',
    '--map-root-user',
    'sh',
    '-c',
    'echo 1 > /proc/sys/user/max_user_namespaces && exec unshare --user --map-user=65534 --map-group=65534 "$@"',
    'sh',
  ],
}

const GUARDED = ['screenshot', 'pdf-extract', 'media-processing']

test('where namespaces are forbidden it starts with the pools that need them closed, says so, and charges nothing', async () => {
  checkout = emptyCheckout(withoutNamespaces)
  const product = await startProduct({ folder: checkout.folder, account: withoutNamespaces })
  await product.ready()
  for (const pool of GUARDED) expect(product.stdout()).toContain(`\n  ${pool} stays closed on 1 worker: `)

  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(product.baseUrl + path, init)
    // Safe: every answer of ours is a JSON object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  expect(await ask('/readyz')).toMatchObject({
    status: 200,
    body: { pools: Object.fromEntries(GUARDED.map((pool) => [pool, { workers: 0, closed: 1 }])) },
  })
  expect((await ask('/readyz?pools=all')).status).toBe(503)
  const post = (path: string, body: object, key = '') =>
    ask(`/api/v1/outcomes/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === '' ? {} : { 'x-service-key': key }) },
      body: JSON.stringify(body),
    })
  const { key } = z.object({ key: z.string() }).parse((await post('balance/trial/claim', {})).body)
  expect(await post('pdf-extract', { url: 'https://example.com/a.pdf' }, key)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', charged_cents: 0 },
  })
  expect(await post('hash-text', { text: 'hello' }, key)).toMatchObject({ status: 200, body: { charge: { cents: 1 } } })
  send(product.npm, 'SIGTERM')
  await product.gone()
})
