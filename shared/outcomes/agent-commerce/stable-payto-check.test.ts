import { expect, test } from 'vitest'

import type { PaytoSeen } from '#shared/doors/merchants.ts'
import { closedStore } from '#shared/doors/store.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { stablePaytoCheck } from './stable-payto-check.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

const { input, output } = stablePaytoCheck.example
const PAYTO = '0x209693bc6afc0c5328ba36faf03c514ef312287c'
const challenge = (payTo = PAYTO) =>
  JSON.stringify({
    x402Version: 1,
    accepts: [
      {
        scheme: 'exact',
        network: 'base',
        payTo,
        maxAmountRequired: '10000',
        asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      },
    ],
  })

function world(told: Told, pages: Record<string, Told> = {}) {
  const egress = fakeEgress({ 'https://merchant.example/paid': told, ...pages })
  const observed: PaytoSeen[][] = []
  const store = {
    ...closedStore('closed'),
    payto: {
      observe: async (_: string, seen: readonly PaytoSeen[]) => {
        observed.push([...seen])
        const at = '2026-11-20T12:00:00.000Z'
        return { firstSeen: at, lastSeen: at, observations: 1, changes: [], earlier: [] }
      },
    },
  }
  const run = (more: Record<string, unknown> = {}) =>
    stablePaytoCheck.run({ ...input, ...more }, fakeContext({ egress, store }))
  return { run, egress, observed }
}

test('stable-payto-check: probes unpaid, observes what it saw, and answers with its example', async () => {
  const { run, observed, egress } = world({
    status: 402,
    headers: { 'content-type': 'application/json' },
    body: challenge(),
  })
  const answer = await run()
  expect(answer).toEqual({ ...Object(output), samples: [{ ...Object(output).samples[0], latency_ms: 4.5 }] })
  expect(observed).toMatchObject([[{ network: 'eip155:8453', address: PAYTO, amount: '10000' }]])
  expect(egress.asked).toHaveLength(1)
})

test('stable-payto-check: falls back to POST where GET is not paid, and changes agent and cache between probes', async () => {
  const { run, egress } = world(({ method }) =>
    method === 'POST' ? { status: 402, body: challenge() } : { status: 405 },
  )
  expect(await run({ samples: 2 })).toMatchObject({
    stable: true,
    decision: 'allow',
    samples: [{ status: 402 }, { status: 402 }],
  })
  expect(egress.asked.map(({ request }) => request.method)).toEqual(['GET', 'POST', 'POST'])
  expect(egress.asked.at(-1)?.request.headers).toMatchObject({
    'cache-control': 'no-cache',
    'user-agent': expect.any(String),
  })
})

test('stable-payto-check: asks what the merchant declares when the address changes', async () => {
  let n = 0
  const other = `0x${'1'.repeat(40)}`
  const { run } = world(() => ({ status: 402, body: challenge((n += 1) === 1 ? PAYTO : other) }), {
    'https://merchant.example/.well-known/x402.json': JSON.stringify({ payTo: [PAYTO, other] }),
  })
  expect(await run({ samples: 2 })).toMatchObject({
    stable: false,
    decision: 'review',
    reasons: expect.arrayContaining([expect.objectContaining({ code: 'payto_rotates_declared' })]),
  })
})

test('stable-payto-check: says so when there is nothing to pay', async () => {
  expect(await world('<html>').run()).toMatchObject({
    decision: 'review',
    payto_by_network: {},
    history: { observations: 0 },
  })
})
