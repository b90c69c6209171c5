import type { Hash, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE, BASE_USDC } from '#shared/chains/networks.ts'
import { transferCall } from '#workers/settlement/base/transfer-call.ts'
import { readPayment } from '#workers/settlement/read-payment.ts'

import { USDC_ABI } from '#test/support/fakes/chains.ts'
import {
  asV1,
  basePayment,
  baseRequirements,
  type LabProcess,
  openSettlementLab,
  type SettlementLab,
} from '#test/support/labs/settlement-lab.ts'
import { eventually } from '#test/support/world/world.ts'

const PRICE = 20_000n
const nowS = () => Math.floor(Date.now() / 1_000)

let lab: SettlementLab
let one: LabProcess
let two: LabProcess
beforeAll(async () => {
  lab = await openSettlementLab({ base: true })
  one = await lab.start()
  two = await lab.start()
})
afterAll(() => lab.close())

/** A payer with money, what it is to pay, and its signed payment. */
async function aPayment(microUsdc = 1_000_000n) {
  const payer = await lab.base.wallet({ microUsdc })
  const accepted = baseRequirements(lab.base.address(), PRICE)
  return { payer, accepted, payment: await basePayment(payer, accepted) }
}

const settle = async (payment: unknown, by = one) => (await by.ask('/settle', payment)).body
const lookUp = async (payment: unknown, by = one) => (await by.ask('/lookup', payment)).body
type Paid = Awaited<ReturnType<typeof basePayment>>
const rowOf = async (payment: Paid) => {
  const { from, nonce } = payment.paymentPayload.payload.authorization
  const key = `${BASE}:${BASE_USDC}:${from}:${nonce}`.toLowerCase()
  const [row] = await lab.sql<{ state: string; transaction: string | null; is_final: boolean; hashes: string[] }>(
    `select state, transaction, is_final, (select array_agg(h) from settlement_transaction t, unnest(t.hashes) h where t.settlement_key = key) as hashes
     from settlement where key = $1`,
    [key],
  )
  return row
}
/** Sends a payment's authorization from an account that is none of ours. */
async function sendOneself(payment: Paid) {
  const read = readPayment(payment)
  if (!('authorization' in read)) throw new Error('no payment')
  const account = await lab.base.wallet({ wei: 10n ** 18n })
  const data = transferCall(read.authorization, read.signature) ?? '0x'
  return lab.base.client.sendTransaction({ account, to: BASE_USDC, data, gas: 200_000n })
}

test('settlement on Base says what it settles, in both versions', async () => {
  const { body } = await one.ask('/supported')
  expect(body).toEqual({
    kinds: [
      { x402Version: 2, scheme: 'exact', network: BASE },
      { x402Version: 1, scheme: 'exact', network: 'base' },
    ],
    extensions: [],
    signers: { 'eip155:*': [expect.stringMatching(/^0x/), expect.stringMatching(/^0x/)] },
  })
})

test('settlement on Base says how the chain is, and who has too little gas', async () => {
  expect((await one.ask('/health')).body).toMatchObject({ networks: { base: { ok: true, problems: [] } } })
  const poor = await lab.base.wallet({ wei: 1n })
  const third = await lab.start({ BASE_SETTLEMENT_KEYS: poor.privateKey })
  expect((await third.ask('/health')).body).toMatchObject({
    networks: { base: { ok: false, problems: [`${poor.address} has too little ETH for gas`] } },
  })
  const { payment } = await aPayment()
  expect((await third.ask('/settle', payment)).status).toBe(503)
  expect(await rowOf(payment)).toBeUndefined()
})

describe('verify', () => {
  test('finds a payment valid and tells what the payer holds', async () => {
    const { payer, payment } = await aPayment(70_000n)
    const valid = { isValid: true, payer: payer.address.toLowerCase(), extra: { balance: '70000' } }
    expect((await one.ask('/verify', payment)).body).toEqual(valid)
    expect((await one.ask('/verify', asV1(payment))).body).toEqual(valid)
  })

  const changed: [string, string, Parameters<typeof basePayment>[2]][] = [
    ['expired', 'invalid_exact_evm_payload_authorization_valid_before', { validBefore: nowS() - 1 }],
    ['about to expire', 'invalid_exact_evm_payload_authorization_valid_before', { validBefore: nowS() + 3 }],
    ['too early', 'invalid_exact_evm_payload_authorization_valid_after', { validAfter: nowS() + 600 }],
    ['a micro-USDC short', 'invalid_exact_evm_payload_authorization_value_mismatch', { value: PRICE - 1n }],
    ['a micro-USDC over', 'invalid_exact_evm_payload_authorization_value_mismatch', { value: PRICE + 1n }],
    ['to somebody else', 'invalid_exact_evm_recipient_mismatch', { to: `0x${'5'.repeat(40)}` }],
  ]
  test.each(changed)('refuses one that is %s: %s', async (_, reason, change) => {
    const { payer, accepted } = await aPayment()
    const payment = await basePayment(payer, accepted, change)
    expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: false, invalidReason: reason })
    expect(await settle(payment)).toMatchObject({ success: false, errorReason: reason, transaction: '' })
    expect(await rowOf(payment)).toBeUndefined()
  })

  test('refuses a signature that is not the payer’s', async () => {
    const { payment, accepted } = await aPayment()
    const other = await basePayment(await lab.base.wallet(), accepted)
    const { authorization } = payment.paymentPayload.payload
    const signatures = [
      other.paymentPayload.payload.signature,
      `0x${'11'.repeat(65)}`,
      `0x${'00'.repeat(64)}1b`,
      `0x${'11'.repeat(70)}${'6492'.repeat(16)}`,
    ]
    for (const signature of signatures) {
      const forged = {
        ...payment,
        paymentPayload: { ...payment.paymentPayload, payload: { authorization, signature } },
      }
      expect((await one.ask('/verify', forged)).body).toMatchObject({
        isValid: false,
        invalidReason: 'invalid_exact_evm_signature',
      })
    }
  })

  test('refuses an empty wallet, a used nonce, another domain, another scheme or token', async () => {
    const poor = await aPayment(PRICE - 1n)
    const used = await aPayment()
    await settle(used.payment)
    const foreign = await basePayment(
      used.payer,
      baseRequirements(used.accepted.payTo, PRICE, { name: 'USDC', version: '2' }),
    )
    const permit = structuredClone(used.payment)
    Object.assign(permit.paymentPayload.payload, { permit2Authorization: {} })
    const token = structuredClone(used.payment)
    token.paymentRequirements.asset = used.accepted.payTo
    const reasons = [
      [poor.payment, 'invalid_exact_evm_insufficient_balance'],
      [used.payment, 'invalid_exact_evm_nonce_already_used'],
      [foreign, 'invalid_exact_evm_token_name_mismatch'],
      [permit, 'unsupported_payload_type'],
      [token, 'invalid_payment_requirements'],
    ] as const
    for (const [payment, invalidReason] of reasons) {
      expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: false, invalidReason })
    }
  })
})

describe('settle', () => {
  test('moves the money once, however often it is asked, in either version', async () => {
    const { payer, payment, accepted } = await aPayment()
    const first = await settle(payment)
    expect(first).toEqual({
      success: true,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      network: BASE,
      payer: payer.address.toLowerCase(),
      amount: '20000',
      extra: { logIndex: 1 },
    })
    expect(await settle(payment, two)).toEqual(first)
    expect(await settle(asV1(payment))).toEqual({ ...first, network: 'base' })
    expect(await lookUp(payment, two)).toEqual({ state: 'paid', transaction: first.transaction, logIndex: 1 })
    expect(await lab.base.transfersTo(accepted.payTo)).toEqual([
      { transaction: first.transaction, from: payer.address, microUsdc: PRICE },
    ])
    expect(await rowOf(payment)).toMatchObject({ state: 'paid', transaction: first.transaction })
  })

  test('settles a signature whose v is 0 or 1', async () => {
    const { payment } = await aPayment()
    const { payload } = payment.paymentPayload
    payload.signature = `0x${payload.signature.slice(2, -2)}${payload.signature.endsWith('1b') ? '00' : '01'}`
    expect(await settle(payment)).toMatchObject({ success: true })
  })

  test('settles an authorization that is younger than the newest block', async () => {
    await lab.base.mine()
    const { timestamp } = await lab.base.client.getBlock()
    const payer = await lab.base.wallet({ microUsdc: 1_000_000n })
    const accepted = baseRequirements(lab.base.address(), PRICE)
    const payment = await basePayment(payer, accepted, { validAfter: Number(timestamp) })
    await eventually(() => nowS() > timestamp + 3n)
    expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: true, extra: { balance: '1000000' } })
    expect(await settle(payment)).toMatchObject({ success: true })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  })

  test('a contract wallet pays by what its contract says of the signature', async () => {
    const { payer, accepted } = await aPayment()
    const payment = await basePayment(payer, accepted)
    payment.paymentPayload.payload.signature = `0x${'ab'.repeat(90)}`
    // Every signature is good for it: it returns the word of EIP-1271, or for the second one nothing.
    await lab.base.client.setCode({ address: payer.address, bytecode: '0x631626ba7e60e01b60005260206000f3' })
    expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: true })
    expect(await settle(payment)).toMatchObject({ success: true })
    const second = await basePayment(payer, accepted)
    second.paymentPayload.payload.signature = `0x${'ab'.repeat(90)}`
    await lab.base.client.setCode({ address: payer.address, bytecode: '0x60006000f3' })
    expect((await one.ask('/verify', second)).body).toMatchObject({ invalidReason: 'invalid_exact_evm_signature' })
  })

  test('the same payment in two processes at once is one transfer and one answer', async () => {
    const { payment, accepted } = await aPayment()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => settle(payment, at % 2 === 0 ? one : two)))
    expect(answers[0]).toMatchObject({ success: true })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  })

  test('fifty payments through two processes that share their keys take every nonce once', async () => {
    const payTo = lab.base.address()
    const accepted = baseRequirements(payTo, PRICE)
    const payers = await Promise.all(Array.from({ length: 50 }, () => lab.base.wallet({ microUsdc: PRICE })))
    const payments = await Promise.all(payers.map((payer) => basePayment(payer, accepted)))
    const answers = await Promise.all(payments.map((payment, at) => settle(payment, at % 2 === 0 ? one : two)))
    expect(answers.filter(({ success }) => success === true)).toHaveLength(50)
    const transfers = await lab.base.transfersTo(payTo)
    expect(new Set(transfers.map(({ transaction }) => transaction))).toEqual(
      new Set(answers.map(({ transaction }) => transaction)),
    )
    const nonces = await lab.sql<{ many: number; span: number }>(
      `select count(*)::int as many, (max(nonce) - min(nonce) + 1)::int as span from settlement_transaction group by sender`,
    )
    for (const { many, span } of nonces) expect(many).toBe(span)
  })

  test('while no block comes it is pending, with one transaction; then it is paid', async () => {
    const hasty = await lab.start({}, { confirmMs: 50 })
    const { payment, accepted } = await aPayment()
    await lab.base.stopMining()
    const pending = await settle(payment, hasty)
    expect(pending).toMatchObject({
      success: false,
      errorReason: 'settlement_pending',
      transaction: expect.stringMatching(/^0x/),
    })
    const { transaction } = pending
    expect(await settle(payment, hasty)).toMatchObject({ errorReason: 'settlement_pending', transaction })
    expect(await lookUp(payment)).toEqual({ state: 'unknown', reason: 'not_settled_yet', transaction })
    await lab.base.startMining()
    expect(await settle(payment)).toMatchObject({ success: true, transaction })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  })

  test('a wallet that is emptied after verify is a definite no, and nothing is sent', async () => {
    const { payer, payment } = await aPayment()
    expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: true })
    await lab.base.fund(payer.address, { microUsdc: 0n })
    expect(await settle(payment)).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_insufficient_balance',
      transaction: '',
    })
    expect(await rowOf(payment)).toBeUndefined()
  })

  test('one that is emptied under way is failed by the block, and unpaid once no block can pay any more', async () => {
    const hasty = await lab.start({}, { confirmMs: 50 })
    const payer = await lab.base.wallet({ microUsdc: PRICE })
    const { timestamp } = await lab.base.client.getBlock()
    const accepted = baseRequirements(lab.base.address(), PRICE)
    const payment = await basePayment(payer, accepted, { validBefore: Math.max(nowS(), Number(timestamp)) + 300 })
    await lab.base.stopMining()
    const { transaction } = await settle(payment, hasty)
    await lab.base.fund(payer.address, { microUsdc: 0n })
    await lab.base.startMining()
    const failed = { success: false, errorReason: 'invalid_exact_evm_transaction_failed', transaction }
    expect(await settle(payment)).toMatchObject(failed)
    expect(await settle(payment, two)).toMatchObject(failed)
    expect(await lookUp(payment)).toMatchObject({ state: 'unknown', reason: 'not_settled_yet' })
    await lab.base.skip(301)
    await lab.base.client.mine({ blocks: 70 })
    expect(await lookUp(payment)).toEqual({ state: 'unpaid', reason: 'authorization_expired' })
  })

  test('a payer who sends the authorization himself has paid', async () => {
    const { payment, accepted } = await aPayment()
    const transaction = await sendOneself(payment)
    expect(await settle(payment)).toMatchObject({ success: true, transaction })
    expect(await rowOf(payment)).toMatchObject({ state: 'paid', transaction })
    // Also when ours was under way and lost the race.
    const raced = await aPayment()
    const hasty = await lab.start({}, { confirmMs: 50 })
    await lab.base.stopMining()
    const ours = await settle(raced.payment, hasty)
    await lab.base.drop(ours.transaction as Hash)
    const theirs = await sendOneself(raced.payment)
    await lab.base.startMining()
    expect(await settle(raced.payment)).toMatchObject({ success: true, transaction: theirs })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
    expect(await lab.base.transfersTo(raced.accepted.payTo)).toHaveLength(1)
  })

  test('an authorization its payer cancelled is unpaid', async () => {
    const { payer, payment } = await aPayment()
    const { nonce } = payment.paymentPayload.payload.authorization
    const signature = await payer.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: BASE_USDC },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: payer.address, nonce },
    })
    const account = await lab.base.wallet({ wei: 10n ** 18n })
    await lab.base.client.writeContract({
      account,
      address: BASE_USDC,
      abi: USDC_ABI,
      functionName: 'cancelAuthorization',
      args: [payer.address, nonce, signature],
    })
    expect(await settle(payment)).toMatchObject({ success: false, transaction: '' })
    expect(await lookUp(payment)).toEqual({ state: 'unpaid', reason: 'authorization_canceled' })
  })
})

describe('what is left under way', () => {
  test('a transaction the nodes forgot is sent again', async () => {
    const hasty = await lab.start({}, { confirmMs: 50 })
    const { payment, accepted } = await aPayment()
    await lab.base.stopMining()
    const { transaction } = await settle(payment, hasty)
    await lab.base.drop(transaction as Hash)
    await lab.base.startMining()
    expect(await lookUp(payment)).toMatchObject({ state: 'unknown' })
    await two.watch()
    await two.watch()
    expect(await rowOf(payment)).toMatchObject({ state: 'paid', transaction })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  })

  test('one that is stuck is replaced by one with higher fees, and either may be mined', async () => {
    const hasty = await lab.start({}, { confirmMs: 50, watch: { idleMs: 0, replaceMs: 1, lostMs: 0, finalMs: 0 } })
    const { payment, accepted } = await aPayment()
    await lab.base.stopMining()
    const { transaction } = await settle(payment, hasty)
    await hasty.watch()
    const [, second] = (await rowOf(payment))?.hashes ?? []
    expect(second).toMatch(/^0x/)
    expect(await lab.base.waiting()).toEqual([second])
    await lab.base.startMining()
    expect(await settle(payment, two)).toMatchObject({ success: true, transaction: second })
    expect(second).not.toBe(transaction)
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  })

  test('a nonce that was taken and never signed for is filled, and what stands behind it settles', async () => {
    const hasty = await lab.start({}, { confirmMs: 50 })
    await lab.sql('update settlement_sender set next_nonce = next_nonce + 1')
    const { payment } = await aPayment()
    expect(await settle(payment, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
    await two.watch()
    await two.watch()
    expect(await settle(payment)).toMatchObject({ success: true })
  })

  test('a nonce that somebody else used with our key is replaced by another', async () => {
    const hasty = await lab.start({}, { confirmMs: 50 })
    // It has read how far each sender is, and does not read it again.
    for (let sender = 0; sender < 2; sender += 1) await settle((await aPayment()).payment, hasty)
    for (const key of lab.env()['BASE_SETTLEMENT_KEYS']?.split(', ') ?? []) {
      // Safe: they were made as such.
      const account = privateKeyToAccount(key as Hex)
      for (let nth = 0; nth < 3; nth += 1) {
        await lab.base.client.sendTransaction({ account, to: account.address, value: 0n, gas: 21_000n })
      }
    }
    const { payment, accepted } = await aPayment()
    expect(await settle(payment, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
    for (let pass = 0; pass < 3; pass += 1) await two.watch()
    expect(await settle(payment)).toMatchObject({ success: true })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  })

  test('what a final block decided is final; what a reorganisation took away is sent again', async () => {
    const { payment, accepted } = await aPayment()
    const before = await lab.base.client.snapshot()
    const { transaction } = await settle(payment)
    expect(await rowOf(payment)).toMatchObject({ state: 'paid', is_final: false })
    await lab.base.client.revert({ id: before })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(0)
    await lab.base.client.mine({ blocks: 70 })
    for (let pass = 0; pass < 3; pass += 1) await two.watch()
    expect(await lab.base.transfersTo(accepted.payTo)).toMatchObject([{ transaction }])
    await lab.base.client.mine({ blocks: 70 })
    await two.watch()
    expect(await rowOf(payment)).toMatchObject({ state: 'paid', transaction, is_final: true })
    await expect(lab.sql(`update settlement set state = 'failed', reason = 'x' where is_final`)).rejects.toThrow(
      'may not change',
    )
  })
})

describe('when the chain does not answer', () => {
  test('nothing is a no: verify and settle say 503, and what is under way is pending', async () => {
    const hasty = await lab.start({}, { askMs: 100, confirmMs: 200 })
    const sent = await aPayment()
    const unsent = await aPayment()
    await lab.base.stopMining()
    await settle(sent.payment, hasty)
    lab.base.freeze()
    try {
      // The process is told to stop, and does so in its time.
      await eventually(async () => (await hasty.ask('/verify', unsent.payment)).status === 503)
      for (const path of ['/verify', '/settle', '/lookup']) {
        expect(await hasty.ask(path, unsent.payment), path).toMatchObject({
          status: 503,
          body: { code: 'unavailable' },
        })
      }
      expect(await settle(sent.payment, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
    } finally {
      lab.base.thaw()
      await lab.base.startMining()
    }
    expect(await rowOf(unsent.payment)).toBeUndefined()
    expect(await settle(sent.payment)).toMatchObject({ success: true })
    expect(await settle(unsent.payment)).toMatchObject({ success: true })
  })
})
