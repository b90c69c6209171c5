import { afterAll, beforeAll, expect, test } from 'vitest'

import { BASE, BASE_USDC, SOLANA } from '#shared/chains/networks.ts'
import { parseConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { settlementStatus } from '#shared/outcomes/agent-commerce/settlement-status/outcome.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { settlementDoor } from '#workers/context/settlement.ts'

import { freePort } from '#shared/playground/free-port.ts'
import {
  asV1,
  basePayment,
  baseRequirements,
  type LabProcess,
  openSettlementLab,
  type SettlementLab,
  solanaPayment,
  solanaRequirements,
} from '#test/support/labs/settlement-lab.ts'

const PRICE = 20_000n
let lab: SettlementLab
let process: LabProcess
let settlement: ReturnType<typeof settlementDoor>
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const url = { SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}` }
  process = await lab.start(url)
  settlement = settlementDoor(parseConfig(lab.env(url)), createLog('silent'))
})
afterAll(() => lab.close())

const status = async (input: Record<string, unknown>) =>
  // Safe: the outcome answers an object.
  (await settlementStatus.run(input, fakeContext({ settlement, now: () => new Date() }))) as Record<string, unknown>

test('a payment on Base is pending, then settled by its nonce, its header, its v1 form and its transaction', async () => {
  const payer = await lab.base.wallet({ microUsdc: 1_000_000n })
  const accepted = baseRequirements(lab.base.address(), PRICE)
  const body = await basePayment(payer, accepted)
  const payment = body.paymentPayload
  expect(await status({ payment })).toMatchObject({ status: 'pending', safe_to_resign: false, network: BASE })

  const { body: settled } = await process.ask('/settle', body)
  const expected = { pay_to: accepted.payTo, amount: accepted.amount, asset: BASE_USDC }
  const header = Buffer.from(JSON.stringify(payment)).toString('base64')
  const v1 = asV1(body).paymentPayload
  for (const input of [
    { payment },
    { payment: header },
    { payment: v1 },
    { network: 'base', transaction: settled.transaction },
  ]) {
    expect(await status({ ...input, expected })).toMatchObject({
      status: 'settled',
      decision: 'allow',
      transaction: settled.transaction,
      transfer: { raw: '20000', amount: '0.02', from: payer.address.toLowerCase() },
      expectation: { met: true, mismatches: [] },
    })
  }
  expect(await status({ payment, expected: { amount: '1' } })).toMatchObject({
    decision: 'block',
    expectation: { met: false, mismatches: ['amount'] },
  })
})

test('an authorization that expired unused may be signed again', async () => {
  const payer = await lab.base.wallet({ microUsdc: 1_000_000n })
  const past = Math.floor(Date.now() / 1_000) - 5
  const expired = await basePayment(payer, baseRequirements(lab.base.address(), PRICE), { validBefore: past })
  // What is final lags behind what is mined.
  await lab.base.client.mine({ blocks: 100 })
  expect(await status({ payment: expired.paymentPayload })).toMatchObject({
    status: 'expired_unused',
    safe_to_resign: true,
    advice: 'resign',
    authorization: { used: false, expired: true },
  })
})

test('a payment on Solana is found by its message, and its transaction by its signature', async () => {
  const payer = await lab.solana.wallet({ microUsdc: 1_000_000n })
  const payTo = await lab.solana.wallet({ microUsdc: 0n })
  const accepted = solanaRequirements(payTo.address, PRICE, lab.env()['SOLANA_FEE_PAYER'] ?? '')
  const body = await solanaPayment(lab.solana, { payer, accepted })
  const payment = body.paymentPayload
  expect(await status({ payment })).toMatchObject({ status: 'pending', safe_to_resign: false, network: SOLANA })
  // Asking about a stranger's payment stores nothing.
  expect(await lab.sql(`select from settlement where network = $1`, [SOLANA])).toEqual([])

  const { body: settled } = await process.ask('/settle', body)
  for (const input of [{ payment }, { network: 'solana', transaction: settled.transaction }]) {
    expect(await status({ ...input, expected: { pay_to: payTo.address, amount: '20000' } })).toMatchObject({
      status: 'settled',
      transaction: settled.transaction,
      transfer: { from: payer.address, to: payTo.address, raw: '20000' },
      expectation: { met: true },
    })
  }
})

test('a blockhash that is good no more is not called expired at first sight', async () => {
  const payer = await lab.solana.wallet({ microUsdc: 1_000_000n })
  const payTo = await lab.solana.wallet({ microUsdc: 0n })
  const accepted = solanaRequirements(payTo.address, PRICE, lab.env()['SOLANA_FEE_PAYER'] ?? '')
  const { paymentPayload: payment } = await solanaPayment(lab.solana, { payer, accepted })
  lab.solana.expireBlockhashes()
  expect(await status({ payment })).toMatchObject({ status: 'pending', safe_to_resign: false })
})

test('settlement-status of a chain that does not answer is unavailable', async () => {
  lab.solana.freeze()
  await expect(status({ network: 'solana', transaction: '5'.repeat(88) })).rejects.toMatchObject({
    code: 'unavailable',
  })
  lab.solana.thaw()
})
