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
  const member = await cluster.worker(['settlement-watch'], { ...settings, LOG_LEVEL: 'info', ...more })
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
  ['after it sent it, before anybody is told', [['before:settlement-decide', solanaCase]], 1],
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

test('a process killed after it took the nonce that it had signed for, before that is sent, leaves one transfer', async () => {
  // Two nonces of a sender in a row make its next one likely; each settlement from then on takes it with what was signed.
  const doomed = await startProcess({ CRASH_AT: 'after:settlement-take-signed' })
  for (let nth = 0; ; nth += 1) {
    const { payment, transfers } = await baseCase()
    const told = await doomed.ask('/settle', payment)
    if (told !== null) {
      expect(told).toMatchObject({ success: true })
      expect(nth).toBeLessThan(10)
      continue
    }
    await doomed.member.gone
    expect(await transfers()).toHaveLength(0)
    const answer = await healthy.ask('/settle', payment)
    expect(answer).toMatchObject({ success: true })
    expect(await transfers()).toMatchObject([{ transaction: answer?.transaction }])
    return
  }
})

test('a process killed before it recorded what it tells on Base leaves one transfer, and another process tells the same', async () => {
  const [doomed, { payment, transfers }] = await Promise.all([
    startProcess({ CRASH_AT: 'before:settlement-decide' }),
    baseCase(),
  ])
  // What a block shows is told while it is recorded.
  const told = await doomed.ask('/settle', payment)
  await doomed.member.gone
  const answer = await healthy.ask('/settle', payment)
  expect(answer).toMatchObject({ success: true, ...(told === null ? {} : { transaction: told.transaction }) })
  expect(await transfers()).toMatchObject([{ transaction: answer?.transaction }])
})

test('processes with one key settle in turn and at once: a nonce that another took is signed anew, and none is left out', async () => {
  const [one, other] = await Promise.all([startProcess({ LOG_LEVEL: 'debug' }), startProcess()])
  const settle = async ({ ask }: typeof one) =>
    expect(await ask('/settle', (await baseCase()).payment)).toMatchObject({ success: true })
  // Two senders take turns: after six settlements both have a likely nonce, which the other process then takes.
  for (const process of [one, one, one, one, one, one, other, other, one, one]) await settle(process)
  expect(one.member.log()).toContain('took another nonce')
  await Promise.all([one, other, one, other, one, other].map(settle))
  await Promise.all([one, other].map(({ member }) => cluster.kill(member)))
  const { rows } = await cluster.db.pg.query<{ gaps: number }>(
    `select (max(s.next_nonce) - count(t.nonce))::int as gaps from settlement_sender s
     join settlement_transaction t on t.network = s.network and t.sender = s.address group by s.address`,
  )
  expect(rows).toEqual(rows.map(() => ({ gaps: 0 })))
  const open = await cluster.db.pg.query(
    `select from settlement_transaction where nonce is not null and cardinality(raws) = 0`,
  )
  expect(open.rowCount).toBe(0)
})

test('a payment whose wallet is emptied after it was prepared is told to nobody as paid, and pays nothing', async () => {
  const payer = await lab.base.wallet({ microUsdc: 20_000n })
  const accepted = baseRequirements(lab.base.address(), 20_000n)
  const payment = await basePayment(payer, accepted)
  expect(await healthy.ask('/verify', { ...payment, settlesSoon: true })).toMatchObject({ isValid: true })
  await lab.base.fund(payer.address, { microUsdc: 0n })
  expect(await healthy.ask('/settle', payment)).toMatchObject({ success: false })
  expect(await lab.base.transfersTo(accepted.payTo)).toEqual([])

  const other = await basePayment(await lab.base.wallet({ microUsdc: 20_000n }), accepted)
  expect(await healthy.ask('/verify', { ...other, settlesSoon: true })).toMatchObject({ isValid: true })
  const answers = await Promise.all([healthy.ask('/settle', other), healthy.ask('/settle', other)])
  expect(answers).toMatchObject([{ success: true }, { success: true }])
  expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
})

test('one process settles on both chains', async () => {
  for (const open of [baseCase, solanaCase, baseCase, solanaCase]) {
    expect(await healthy.ask('/settle', (await open()).payment)).toMatchObject({ success: true })
  }
})
