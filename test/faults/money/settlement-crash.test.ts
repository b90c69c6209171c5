import { afterAll, beforeAll, expect, test } from 'vitest'

import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import { parseConfig } from '#shared/config.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import {
  basePayment,
  baseRequirements,
  type LabAnswer,
  openSettlementLab,
  type SettlementLab,
  solanaPayment,
  solanaRequirements,
} from '#test/support/labs/settlement-lab.ts'

let lab: SettlementLab
let cluster: Cluster
let healthy: Awaited<ReturnType<typeof startProcess>>
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  cluster = await openCluster('postgres', { databaseUrl: lab.databaseUrl })
  healthy = await startProcess()
})
afterAll(async () => {
  await cluster.close()
  await lab.close()
})

/** A real settlement process, and the way to ask it; null when the connection broke. */
async function startProcess(more: Record<string, string> = {}) {
  const port = String(await freePort())
  const settings = lab.env({ SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}` })
  const member = await cluster.worker(['settlement-watch'], { ...settings, ...more, LOG_LEVEL: 'info' })
  const client = settlementClient(parseConfig(settings))
  return {
    member,
    ask: async (path: string, body: unknown): Promise<LabAnswer | null> => {
      const answer = await client?.(path, { timeoutMs: 20_000, body }).catch(() => null)
      // Safe: tests say what they expect in it.
      return (answer?.body ?? null) as LabAnswer | null
    },
  }
}

async function baseCase() {
  const payer = await lab.base.wallet({ microUsdc: 1_000_000n })
  const accepted = baseRequirements(lab.base.address(), 20_000n)
  return { payment: await basePayment(payer, accepted), transfers: () => lab.base.transfersTo(accepted.payTo) }
}

async function solanaCase() {
  const payer = await lab.solana.wallet({ microUsdc: 1_000_000n })
  const payee = await lab.solana.wallet({ microUsdc: 0n })
  const accepted = solanaRequirements(payee.address, 20_000n, lab.env()['SOLANA_FEE_PAYER'] ?? '')
  const payment = await solanaPayment(lab.solana, { payer, accepted })
  return { payment, transfers: () => lab.solana.transfersTo(payee.address) }
}

test.each([
  ['after it took a nonce', [['after:settlement-take', baseCase]], 0],
  [
    'after it stored what it signed, before that is sent',
    [
      ['after:settlement-store', baseCase],
      ['after:settlement-store-solana', solanaCase],
    ],
    0,
  ],
  [
    'after it sent it, before anybody is told',
    [
      ['before:settlement-decide', baseCase],
      ['before:settlement-decide', solanaCase],
    ],
    1,
  ],
] as const)('a process killed %s leaves one transfer, and another process tells of it', async (_, cases, sent) => {
  const killed = cases.map(async ([moment, open]) => {
    const [doomed, { payment, transfers }] = await Promise.all([startProcess({ CRASH_AT: moment }), open()])
    expect(await doomed.ask('/settle', payment)).toBeNull()
    await doomed.member.gone
    expect(await transfers()).toHaveLength(sent)

    const answer = await healthy.ask('/settle', payment)
    expect(answer).toMatchObject({ success: true })
    expect(await transfers()).toMatchObject([{ transaction: answer?.transaction }])
  })
  await Promise.all(killed)
})

test('one process settles on both chains', async () => {
  for (const open of [baseCase, solanaCase, baseCase, solanaCase]) {
    expect(await healthy.ask('/settle', (await open()).payment)).toMatchObject({ success: true })
  }
})
