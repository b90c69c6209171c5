import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { arrived, aSeller, owe, payoutsOf, type Seller } from '#test/support/labs/payout-lab.ts'
import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

const DOLLAR = 1_000_000n

let lab: SettlementLab
let cluster: Cluster
beforeAll(async () => {
  lab = await openSettlementLab({ solana: true })
  cluster = await openCluster('postgres', { databaseUrl: lab.databaseUrl })
})
afterAll(async () => {
  await cluster.close()
  await lab.close()
})

/** Starts a real settlement process without waiting for it. */
async function start(more: Record<string, string> = {}) {
  const port = String(await freePort())
  const settings = lab.env({ SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}` })
  return cluster.spawnWorker(['settlement-watch'], { ...settings, ...more })
}

const MOMENTS = [
  'after:payouts-open',
  'before:payout-store',
  'after:payout-store',
  'before:payout-sent',
  'before:payout-paid',
  'after:payout-paid',
]

// Six real processes are started and killed one after the other; each has to start up, which takes seconds.
test('a process killed at any step of a payout leaves every seller paid once, by the processes after it', async () => {
  const sellers: Seller[] = []
  for (const moment of MOMENTS) {
    const seller = await aSeller(lab)
    sellers.push(seller)
    await owe(lab, seller, DOLLAR)
    const doomed = await start({ CRASH_AT: moment })
    await doomed.gone
    expect(doomed.child.signalCode, moment).toBe('SIGKILL')
  }
  const late = await aSeller(lab)
  sellers.push(late)
  await owe(lab, late, DOLLAR)
  await Promise.all([start(), start()])
  await eventually(async () => (await payoutsOf(lab, late))[0]?.state === 'paid')
  const ends = await Promise.all(
    sellers.map(async (seller) => ({
      arrived: await arrived(lab, seller),
      states: (await payoutsOf(lab, seller)).map(({ state }) => state),
    })),
  )
  expect(ends).toEqual(sellers.map(() => ({ arrived: [DOLLAR], states: ['paid'] })))
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
