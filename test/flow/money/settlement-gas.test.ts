import { randomBytes, randomUUID } from 'node:crypto'

import { type Hex, parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE, BASE_USDC } from '#shared/chains/networks.ts'
import { claimPayment } from '#shared/money/x402/claim-payment.ts'
import { MOST_FEE, SETTLEMENT_GAS } from '#workers/settlement/base/base-fees.ts'

import { type Behaviour, contractPayment, contractWallet } from '#test/support/fakes/contract-wallets.ts'
import {
  basePayment,
  baseRequirements,
  type LabProcess,
  openSettlementLab,
  type SettlementLab,
} from '#test/support/labs/settlement-lab.ts'

const PRICE = 20_000n
const REVERTED = 'invalid_exact_evm_transaction_failed'
const REFUSED = 'payer_settlement_failed_on_chain'

let lab: SettlementLab
let one: LabProcess
let two: LabProcess
let hasty: LabProcess
beforeAll(async () => {
  lab = await openSettlementLab({ base: true })
  one = await lab.start()
  two = await lab.start()
  hasty = await lab.start({}, { confirmMs: 50, watch: { idleMs: 0, replaceMs: 1, lostMs: 0, finalMs: 0 } })
})
afterAll(() => lab.close())

const settle = async (payment: unknown, by = one) => (await by.ask('/settle', payment)).body
const verify = async (payment: unknown) => (await one.ask('/verify', payment)).body
const requirements = () => baseRequirements(lab.base.address(), PRICE)

/** Every transaction signed for the payments of a wallet, as it was signed. */
const signedFor = async (payer: string) => {
  const rows = await lab.sql<{ raws: Hex[] }>(
    `select t.raws from settlement_transaction t join settlement s on s.key = t.settlement_key where s.payer = $1`,
    [payer.toLowerCase()],
  )
  return rows.flatMap(({ raws }) => raws.map((raw) => parseTransaction(raw)))
}
const costsOf = (payer: string) =>
  lab.sql<{ is_contract: boolean; is_lost: boolean; fee: string; paid: string }>(
    `select is_contract, is_lost, fee::text as fee, paid::text as paid from settlement_cost where network = $1 and payer = $2`,
    [BASE, payer.toLowerCase()],
  )
/** As if what a wallet cost had been a day earlier. */
const aDayLater = (payer: string) =>
  lab.sql(`update settlement_cost set at = at - interval '1 day' where payer = $1`, [payer.toLowerCase()])
/** How a wallet behaves that says yes at the newest block, where it is tried, and burns all gas in the next. */
const goodUntilNow = async (): Promise<Behaviour> => ({
  goodUntilBlock: await lab.base.client.getBlockNumber({ cacheTime: 0 }),
})
/** Makes transactions of ours fail in a block: each payer holds nothing any more when it is mined. */
async function lose(payments: { payer: { address: Hex }; payment: unknown }[]) {
  await lab.base.stopMining()
  await Promise.all(payments.map(({ payment }) => settle(payment, hasty)))
  await Promise.all(payments.map(({ payer }) => lab.base.fund(payer.address, { microUsdc: 0n })))
  await lab.base.startMining()
  await two.watch()
}

describe('a contract wallet', () => {
  const forms = [
    ['of its own', false],
    ['as long as that of a key', true],
  ] as const

  test.each(forms)(
    'that takes ten million gas for a signature %s is refused, and nothing is sent',
    async (_, isShort) => {
      const wallet = await contractWallet(lab.base, PRICE)
      const payment = contractPayment(wallet, requirements(), { takesGas: 10_000_000n, isShort })
      const reason = 'payer_gas_limit_exceeded'
      expect(await verify(payment)).toMatchObject({ isValid: false, invalidReason: reason })
      expect(await settle(payment)).toMatchObject({ success: false, errorReason: reason, transaction: '' })
      expect(await signedFor(wallet)).toEqual([])
    },
  )

  test.each(forms)(
    'that says yes only where gas costs nothing, of a signature %s, is refused unsent',
    async (_, isShort) => {
      const wallet = await contractWallet(lab.base, PRICE)
      const payment = contractPayment(wallet, requirements(), { liesByPrice: true, isShort })
      const reason = 'payer_contract_differs_when_sent'
      expect(await settle(payment)).toMatchObject({ success: false, errorReason: reason, transaction: '' })
      expect(await signedFor(wallet)).toEqual([])
    },
  )

  test('that says yes only where more gas is left than a settlement has is refused unsent', async () => {
    const wallet = await contractWallet(lab.base, PRICE)
    const payment = contractPayment(wallet, requirements(), { goodAboveGas: SETTLEMENT_GAS })
    expect(await verify(payment)).toMatchObject({ isValid: false, invalidReason: 'payer_gas_limit_exceeded' })
    expect(await settle(payment)).toMatchObject({ success: false, transaction: '' })
    expect(await signedFor(wallet)).toEqual([])
  })

  test('that takes much gas within the ceiling pays', async () => {
    const wallet = await contractWallet(lab.base, PRICE)
    const accepted = requirements()
    const payment = contractPayment(wallet, accepted, { takesGas: 150_000n })
    expect(await verify(payment)).toMatchObject({ isValid: true, extra: { balance: PRICE.toString() } })
    expect(await settle(payment)).toMatchObject({ success: true })
    expect(await lab.base.microUsdcOf(accepted.payTo)).toBe(PRICE)
    expect(await costsOf(wallet)).toMatchObject([{ is_contract: true, is_lost: false, paid: PRICE.toString() }])
  })

  test.each(forms)(
    'that lies only on chain, by a signature %s, costs one settlement, then every process refuses it for a day',
    async (_, isShort) => {
      const wallet = await contractWallet(lab.base, 10n * PRICE)
      const before = await gasMoney()
      const lie = contractPayment(wallet, requirements(), { ...(await goodUntilNow()), isShort })
      const lost = await settle(lie)
      expect(lost).toMatchObject({ success: false, errorReason: REVERTED, transaction: expect.stringMatching(/^0x/) })
      const [cost] = await costsOf(wallet)
      expect(cost).toMatchObject({ is_contract: true, is_lost: true, paid: '0' })
      expect(BigInt(cost?.fee ?? 0)).toBe(before - (await gasMoney()))
      // Safe: it was sent.
      const { gasUsed } = await lab.base.client.getTransactionReceipt({ hash: lost.transaction as Hex })
      expect(gasUsed).toBeGreaterThan(SETTLEMENT_GAS / 2n)
      expect(gasUsed).toBeLessThanOrEqual(SETTLEMENT_GAS)

      for (const process of [one, two]) {
        const honest = contractPayment(wallet, requirements(), { isShort })
        expect(await settle(honest, process)).toMatchObject({ success: false, errorReason: REFUSED, transaction: '' })
      }
      expect(await signedFor(wallet)).toHaveLength(1)
      await aDayLater(wallet)
      expect(await settle(contractPayment(wallet, requirements(), { isShort }))).toMatchObject({ success: true })
    },
  )

  test('has one settlement on its way at a time: twenty lies at once cost one', async () => {
    const wallet = await contractWallet(lab.base, 100n * PRICE)
    await lab.base.stopMining()
    const how = await goodUntilNow()
    const lies = Array.from({ length: 20 }, () => contractPayment(wallet, requirements(), how))
    const other = await lab.start({}, { confirmMs: 50 })
    const answers = await Promise.all(lies.map((lie, nth) => settle(lie, nth % 2 === 0 ? hasty : other)))
    expect(new Set(answers.map(({ errorReason }) => errorReason))).toEqual(new Set(['settlement_pending']))
    await lab.base.startMining()
    await two.watch()
    const ends = await Promise.all(lies.map((lie) => settle(lie)))
    expect(ends.filter(({ errorReason }) => errorReason === REVERTED)).toHaveLength(1)
    expect(ends.filter(({ success }) => success === true)).toEqual([])
    expect(await signedFor(wallet)).toHaveLength(1)
  })

  test('that is honest gets its next payment settled once the one before it has ended', async () => {
    const wallet = await contractWallet(lab.base, 2n * PRICE)
    const accepted = requirements()
    const [first, second] = [contractPayment(wallet, accepted), contractPayment(wallet, accepted)]
    await lab.base.stopMining()
    expect(await settle(first, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
    expect(await settle(second, hasty)).toMatchObject({ errorReason: 'settlement_pending', transaction: '' })
    await lab.base.startMining()
    expect(await settle(first)).toMatchObject({ success: true })
    expect(await settle(second)).toMatchObject({ success: true })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(2)
  })

  test('that costs more than it pays is refused until a day has passed', async () => {
    const wallet = await contractWallet(lab.base, 2n * PRICE)
    expect(await settle(contractPayment(wallet, requirements()))).toMatchObject({ success: true })
    await lab.sql(`update settlement_cost set fee = 2006000000000000 where payer = $1`, [wallet.toLowerCase()])
    const next = contractPayment(wallet, requirements())
    expect(await settle(next)).toMatchObject({
      success: false,
      errorReason: 'payer_gas_allowance_used',
      transaction: '',
    })
    // What it paid counts: 20,000 micro-USDC are 0.000004 ETH, beside the 0.002 ETH of a day.
    await lab.sql(`update settlement_cost set fee = 2003000000000000 where payer = $1`, [wallet.toLowerCase()])
    expect(await settle(next)).toMatchObject({ success: true })
  })
})

describe('the contract wallets of one client address', () => {
  /** A payment as an ingress claims it for a client, before it is settled. */
  async function claimed(client: Buffer, how: Behaviour = {}) {
    const wallet = await contractWallet(lab.base, PRICE)
    const payment = contractPayment(wallet, requirements(), how)
    const payer = wallet.toLowerCase()
    const { nonce } = payment.paymentPayload.payload.authorization
    const claim = {
      key: { network: BASE, asset: BASE_USDC.toLowerCase(), proof: `${payer}:${nonce}` },
      payer,
      amount: PRICE,
      callId: randomUUID(),
      holder: nonce,
      payloadDigest: Buffer.alloc(32),
      hasToken: true,
      validAfter: null,
      validBefore: null,
      neededMs: 0,
      facilitatorUrl: 'http://nowhere',
      client,
    } as const
    return { payment, answer: await claimPayment(one.db.relaxed, claim) }
  }

  test('lose us five settlements in an hour at most; then nothing of this client is taken', async () => {
    const client = randomBytes(32)
    await lab.base.stopMining()
    const how = await goodUntilNow()
    const payments = []
    for (let nth = 0; nth < 7; nth += 1) payments.push((await claimed(client, how)).payment)
    const honest = await claimed(client)
    payments.push(honest.payment)
    const answers = []
    for (const payment of payments) answers.push(await settle(payment, hasty))
    expect(new Set(answers.map(({ errorReason }) => errorReason))).toEqual(new Set(['settlement_pending']))
    expect(answers.map(({ transaction }) => transaction !== '')).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    await lab.base.startMining()
    await two.watch()

    const refused = 'client_settlements_failed_on_chain'
    expect(await settle(honest.payment)).toMatchObject({ success: false, errorReason: refused, transaction: '' })
    expect((await claimed(client)).answer).toBe(refused)
    await lab.sql(`update settlement_cost set at = at - interval '1 hour' where client = $1`, [client])
    expect((await claimed(client)).answer).toBe('claimed')
    expect(await settle(honest.payment)).toMatchObject({ success: true })
  })
})

describe('a wallet of a key', () => {
  const aPayment = async (payer = lab.base.wallet({ microUsdc: PRICE })) => {
    const account = await payer
    return { payer: account, payment: await basePayment(account, requirements()) }
  }

  test('is refused for a day after three settlements of it failed on chain', async () => {
    const payer = await lab.base.wallet({ microUsdc: 10n * PRICE })
    for (let nth = 0; nth < 3; nth += 1) {
      await lab.base.fund(payer.address, { microUsdc: PRICE })
      await lose([await aPayment(Promise.resolve(payer))])
    }
    const costs = await costsOf(payer.address)
    expect(costs).toHaveLength(3)
    expect(costs.filter(({ is_lost, is_contract }) => is_lost && !is_contract)).toHaveLength(3)
    await lab.base.fund(payer.address, { microUsdc: PRICE })
    const { payment } = await aPayment(Promise.resolve(payer))
    expect(await settle(payment, two)).toMatchObject({ success: false, errorReason: REFUSED, transaction: '' })
    await aDayLater(payer.address)
    expect(await settle(payment)).toMatchObject({ success: true })
  })

  test('is not blamed for a settlement whose block came after the authorization had ended', async () => {
    const payer = await lab.base.wallet({ microUsdc: PRICE })
    const { timestamp } = await lab.base.client.getBlock()
    const nowS = Math.floor(Date.now() / 1_000)
    const payment = await basePayment(payer, requirements(), { validBefore: Math.max(nowS, Number(timestamp)) + 7 })
    await lab.base.stopMining()
    await settle(payment, hasty)
    await expect.poll(() => Date.now() / 1_000 > Math.max(nowS, Number(timestamp)) + 7, { timeout: 15_000 }).toBe(true)
    await lab.base.startMining()
    expect(await settle(payment)).toMatchObject({ success: false, errorReason: REVERTED })
    expect(await costsOf(payer.address)).toEqual([])
  })

  test('whose settlement is stuck gets higher fees up to the ceiling, and never more gas', async () => {
    await lab.base.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 300_000_000n })
    await lab.base.mine()
    const fresh = await lab.start({}, { confirmMs: 50, watch: { idleMs: 0, replaceMs: 1, lostMs: 0, finalMs: 0 } })
    const { payer, payment } = await aPayment()
    await lab.base.stopMining()
    await settle(payment, fresh)
    for (let pass = 0; pass < 14; pass += 1) await fresh.watch()
    const signed = await signedFor(payer.address)
    expect(signed.length).toBeGreaterThan(2)
    expect(signed.length).toBeLessThan(10)
    for (const { gas, maxFeePerGas = 0n } of signed) {
      expect(gas).toBe(SETTLEMENT_GAS)
      expect(maxFeePerGas).toBeLessThanOrEqual(MOST_FEE)
    }
    await lab.base.startMining()
    expect(await settle(payment)).toMatchObject({ success: true })
  })
})

/** What our senders hold together, in wei. */
async function gasMoney(): Promise<bigint> {
  const { body } = await one.ask('/supported')
  // Safe: the answer names what settles here.
  const { signers } = body as { signers: Record<string, Hex[]> }
  const held = await Promise.all((signers['eip155:*'] ?? []).map((address) => lab.base.client.getBalance({ address })))
  return held.reduce((sum, wei) => sum + wei, 0n)
}
