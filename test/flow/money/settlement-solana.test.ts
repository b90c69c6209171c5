import { AccountRole, address } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { readSolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { signAsFeePayer } from '#workers/settlement/solana/sign-as-fee-payer.ts'

import {
  asV1,
  type Draft,
  type LabProcess,
  latestBlockhash,
  openSettlementLab,
  type SettlementLab,
  solanaPayment,
  solanaRequirements,
  TOKEN_2022,
} from '#test/support/labs/settlement-lab.ts'

const PRICE = 20_000n

let lab: SettlementLab
let one: LabProcess
let two: LabProcess
let feePayer = ''
beforeAll(async () => {
  lab = await openSettlementLab({ solana: true })
  one = await lab.start()
  two = await lab.start()
  feePayer = lab.env()['SOLANA_FEE_PAYER'] ?? ''
})
afterAll(() => lab.close())

/** A payer with money, a payee with a token account, and the signed payment between them. */
async function aPayment(change: Partial<Draft> = {}, microUsdc = 1_000_000n) {
  const payer = await lab.solana.wallet({ microUsdc })
  const payee = await lab.solana.wallet({ microUsdc: 0n })
  const accepted = solanaRequirements(payee.address, PRICE, feePayer)
  return { payer, payee, accepted, payment: await solanaPayment(lab.solana, { payer, accepted, change }) }
}

const settle = async (payment: unknown, by = one) => (await by.ask('/settle', payment)).body
const lookUp = async (payment: unknown, by = one) => (await by.ask('/lookup', payment)).body
const stateOf = async (payer: string) =>
  (
    await lab.sql<{ state: string; is_final: boolean }>('select state, is_final from settlement where payer = $1', [
      payer,
    ])
  )[0]

test('settlement on Solana says what it settles and with whose fees, in both versions', async () => {
  expect((await one.ask('/supported')).body).toEqual({
    kinds: [
      { x402Version: 2, scheme: 'exact', network: SOLANA, extra: { feePayer } },
      { x402Version: 1, scheme: 'exact', network: 'solana', extra: { feePayer } },
    ],
    extensions: [],
    signers: { 'solana:*': [feePayer, expect.any(String)] },
  })
})

test('settlement on Solana says how the chain is: the account that is paid, and what is left for fees', async () => {
  expect((await one.ask('/health')).body).toMatchObject({ networks: { solana: { ok: true, problems: [] } } })
  const nobody = lab.solana.address()
  const third = await lab.start({ SOLANA_PAY_TO: nobody, SOLANA_FEE_PAYER: nobody })
  expect((await third.ask('/health')).body).toMatchObject({
    networks: {
      solana: {
        ok: false,
        problems: [
          `SOLANA_PAY_TO has no token account of USDC: ${await lab.solana.usdcAccountOf(nobody)} does not exist`,
          'SOLANA_FEE_PAYER is none of the keys of this process',
        ],
      },
    },
  })
})

describe('verify', () => {
  test('finds a payment valid and tells what the payer holds', async () => {
    const { payer, payment } = await aPayment({}, 70_000n)
    const valid = { isValid: true, payer: payer.address, extra: { balance: '70000' } }
    expect((await one.ask('/verify', payment)).body).toEqual(valid)
    expect((await one.ask('/verify', asV1(payment))).body).toEqual(valid)
    expect(await stateOf(payer.address)).toBeUndefined()
  })

  const stranger = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  const system = address('11111111111111111111111111111111')
  const changes: [string, string, () => Partial<Draft> | Promise<Partial<Draft>>][] = [
    ['a micro-USDC short', 'invalid_exact_svm_payload_amount_mismatch', () => ({ microUsdc: PRICE - 1n })],
    ['a micro-USDC over', 'invalid_exact_svm_payload_amount_mismatch', () => ({ microUsdc: PRICE + 1n })],
    ['of another mint', 'invalid_exact_svm_payload_mint_mismatch', () => ({ mint: stranger })],
    ['to another account', 'invalid_exact_svm_payload_recipient_mismatch', () => ({ destination: stranger })],
    ['of Token-2022', 'invalid_exact_svm_payload_no_transfer_instruction', () => ({ program: TOKEN_2022 })],
    [
      'at an excessive price',
      'invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
      () => ({ microLamportsPerUnit: 50_001n }),
    ],
    [
      'of excessive size',
      'invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high',
      () => ({ units: 100_001 }),
    ],
    [
      'with a foreign instruction behind it',
      'invalid_exact_svm_payload_unknown_fifth_instruction',
      () => ({ more: [{ programAddress: system, data: Buffer.from('x') }] }),
    ],
    [
      'with too many instructions',
      'invalid_exact_svm_payload_transaction_instructions_length',
      () => ({ more: Array.from({ length: 4 }, (_, at) => memo(`${at}`)) }),
    ],
    [
      'paid by the fee payer',
      'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
      () => ({ authority: feePayer }),
    ],
    [
      'with the fee payer in a memo',
      'invalid_exact_svm_smart_wallet_fee_payer_not_isolated',
      () => ({
        more: [{ ...memo('signed'), accounts: [{ address: address(feePayer), role: AccountRole.READONLY_SIGNER }] }],
      }),
    ],
    [
      'with a third signer',
      'invalid_exact_svm_payload_excessive_signers',
      () => ({
        more: [{ ...memo('signed'), accounts: [{ address: address(stranger), role: AccountRole.READONLY_SIGNER }] }],
      }),
    ],
    ['of a fee payer that is not ours', 'invalid_exact_svm_fee_payer_mismatch', () => ({ feePayer: stranger })],
  ]
  test.each(changes)('refuses one that is %s: %s', async (_, reason, change) => {
    const { payer, payment } = await aPayment(await change())
    expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: false, invalidReason: reason })
    expect(await settle(payment)).toMatchObject({ success: false, errorReason: reason, transaction: '' })
    expect(await stateOf(payer.address)).toBeUndefined()
  })

  test('refuses a stale blockhash, an empty wallet and an owner who has not signed', async () => {
    const blockhash = await latestBlockhash(lab.solana.rpcUrl)
    lab.solana.expireBlockhashes()
    const stale = await aPayment({ blockhash })
    const poor = await aPayment({}, PRICE - 1n)
    const other = await lab.solana.wallet({ microUsdc: PRICE })
    const unsigned = await aPayment({ authority: other.address })
    const reasons = [
      [stale.payment, 'invalid_exact_svm_transaction_simulation_failed'],
      [poor.payment, 'insufficient_funds'],
      [unsigned.payment, 'invalid_exact_svm_payload_signature_invalid'],
      [
        { ...stale.payment, paymentPayload: { ...stale.payment.paymentPayload, payload: { transaction: 'AAAA' } } },
        'invalid_exact_svm_payload_transaction_could_not_be_decoded',
      ],
    ] as const
    for (const [payment, invalidReason] of reasons) {
      expect((await one.ask('/verify', payment)).body).toMatchObject({ isValid: false, invalidReason })
    }
  })
})

describe('settle', () => {
  test('moves the money once, however often it is asked, in either version', async () => {
    const { payer, payee, payment } = await aPayment()
    const first = await settle(payment)
    expect(first).toEqual({
      success: true,
      transaction: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
      network: SOLANA,
      payer: payer.address,
      amount: '20000',
      extra: { logIndex: 0 },
    })
    expect(await settle(payment, two)).toEqual(first)
    expect(await settle(asV1(payment))).toEqual({ ...first, network: 'solana' })
    expect(await lookUp(payment, two)).toEqual({ state: 'paid', transaction: first.transaction, logIndex: 0 })
    expect((await one.ask('/verify', payment)).body).toMatchObject({
      isValid: false,
      invalidReason: 'duplicate_settlement',
    })
    expect(await lab.solana.transfersTo(payee.address)).toMatchObject([
      { transaction: first.transaction, from: payer.address, microUsdc: PRICE },
    ])
    await two.watch()
    expect(await stateOf(payer.address)).toEqual({ state: 'paid', is_final: true })
  })

  test('another signature in the fee payer’s place is the same payment', async () => {
    const { payee, payment } = await aPayment()
    const first = await settle(payment)
    const again = structuredClone(payment)
    const wire = Buffer.from(again.paymentPayload.payload.transaction, 'base64').fill(7, 1, 65)
    again.paymentPayload.payload.transaction = wire.toString('base64')
    expect(await settle(again)).toEqual(first)
    expect(await lab.solana.transfersTo(payee.address)).toHaveLength(1)
  })

  test('the same payment in two processes at once is one transfer; different ones are each their own', async () => {
    const { payee, payment } = await aPayment()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => settle(payment, at % 2 === 0 ? one : two)))
    expect(answers[0]).toMatchObject({ success: true })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await lab.solana.transfersTo(payee.address)).toHaveLength(1)

    const many = await Promise.all(Array.from({ length: 20 }, () => aPayment()))
    const settled = await Promise.all(many.map((each, at) => settle(each.payment, at % 2 === 0 ? one : two)))
    expect(settled.filter(({ success }) => success === true)).toHaveLength(20)
  })

  test('one that is on chain and not in our books is told as paid', async () => {
    const { payer, payment } = await aPayment()
    const first = await settle(payment)
    await lab.sql(
      'delete from settlement_transaction where settlement_key = (select key from settlement where payer = $1)',
      [payer.address],
    )
    await lab.sql('delete from settlement where payer = $1', [payer.address])
    expect(await settle(payment, two)).toEqual(first)
    expect(await stateOf(payer.address)).toMatchObject({ state: 'paid' })
  })

  test('while it is not confirmed it is pending, with its transaction; then it is paid', async () => {
    const hasty = await lab.start({}, { confirmMs: 50 })
    const { payee, payment } = await aPayment()
    lab.solana.stopMining()
    const pending = await settle(payment, hasty)
    const { transaction } = pending
    expect(pending).toMatchObject({
      success: false,
      errorReason: 'settlement_pending',
      transaction: expect.stringMatching(/./),
    })
    expect(await lookUp(payment)).toEqual({ state: 'unknown', reason: 'not_settled_yet', transaction })
    lab.solana.startMining()
    expect(await settle(payment, two)).toMatchObject({ success: true, transaction })
    expect(await lab.solana.transfersTo(payee.address)).toHaveLength(1)
  })
})

describe('what is left under way', () => {
  test('a transaction that got lost is sent again', async () => {
    const hasty = await lab.start({}, { confirmMs: 30 })
    const { payer, payee, payment } = await aPayment()
    lab.solana.dropNext()
    expect(await settle(payment, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
    await two.watch()
    await two.watch()
    expect(await stateOf(payer.address)).toMatchObject({ state: 'paid' })
    expect(await lab.solana.transfersTo(payee.address)).toHaveLength(1)
  })

  test('one that no block can have any more is unpaid, and not before', async () => {
    const hasty = await lab.start({}, { confirmMs: 30 })
    const lost = await aPayment()
    lab.solana.dropNext(2)
    expect(await settle(lost.payment, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
    lab.solana.expireBlockhashes()
    expect(await lookUp(lost.payment)).toMatchObject({ state: 'unknown', reason: 'not_settled_yet' })
    await two.watch()
    expect(await stateOf(lost.payer.address)).toMatchObject({ state: 'open' })
    lab.solana.expireBlockhashes()
    await two.watch()
    expect(await stateOf(lost.payer.address)).toMatchObject({ state: 'failed' })
    expect(await lookUp(lost.payment)).toEqual({ state: 'unpaid', reason: 'blockhash_expired' })
    expect(await settle(lost.payment)).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_svm_transaction_failed',
    })
  })

  test('one that fails in a block is a definite no', async () => {
    const hasty = await lab.start({}, { confirmMs: 30 })
    const { payer, payment } = await aPayment()
    lab.solana.stopMining()
    const { transaction } = await settle(payment, hasty)
    await lab.solana.fund(payer.address, { microUsdc: 0n })
    lab.solana.startMining()
    const failed = { success: false, errorReason: 'invalid_exact_svm_transaction_failed', transaction }
    expect(await settle(payment, two)).toMatchObject(failed)
    expect(await lookUp(payment)).toEqual({ state: 'unpaid', reason: 'transaction_failed' })
  })

  test('three that fail in a block are counted, and the wallet is refused for a day', async () => {
    const hasty = await lab.start({}, { confirmMs: 30 })
    const payer = await lab.solana.wallet({ microUsdc: PRICE })
    const payee = await lab.solana.wallet({ microUsdc: 0n })
    const accepted = solanaRequirements(payee.address, PRICE, lab.env()['SOLANA_FEE_PAYER'] ?? '')
    const next = async () => {
      await lab.solana.fund(payer.address, { microUsdc: PRICE })
      return solanaPayment(lab.solana, { payer, accepted })
    }
    for (let nth = 1; nth <= 3; nth += 1) {
      const payment = await next()
      lab.solana.stopMining()
      await settle(payment, hasty)
      await lab.solana.fund(payer.address, { microUsdc: 0n })
      lab.solana.startMining()
      // Whoever finds the failure counts it, the watch too.
      if (nth === 2) await two.watch()
      await settle(payment)
      const costs = await lab.sql(`select is_lost, fee::text as fee from settlement_cost where payer = $1`, [
        payer.address,
      ])
      expect(costs).toEqual(Array.from({ length: nth }, () => ({ is_lost: true, fee: '15000' })))
    }
    const refused = { success: false, errorReason: 'payer_settlement_failed_on_chain', transaction: '' }
    expect(await settle(await next(), two)).toMatchObject(refused)
    await lab.sql(`update settlement_cost set at = at - interval '1 day' where payer = $1`, [payer.address])
    expect(await settle(await next())).toMatchObject({ success: true })
  })

  test('a payment that another facilitator sends is found by its message', async () => {
    const theirs = await lab.solana.wallet({ lamports: 10n ** 9n })
    const payer = await lab.solana.wallet({ microUsdc: PRICE })
    const payee = await lab.solana.wallet({ microUsdc: 0n })
    const accepted = solanaRequirements(payee.address, PRICE, theirs.address)
    const payment = await solanaPayment(lab.solana, { payer, accepted })
    expect(await lookUp(payment)).toEqual({ state: 'unknown', reason: 'not_settled_yet' })
    const { createKeyPairSignerFromBytes } = await import('@solana/kit')
    const signer = await createKeyPairSignerFromBytes(fromBase58(theirs.secret_key) ?? new Uint8Array())
    const wire = payment.paymentPayload.payload.transaction
    const transaction = readSolanaTransaction(wire)
    if (transaction === null) throw new Error('no transaction')
    const signed = await signAsFeePayer([signer], { transaction, wire })
    await askRpc(lab.solana.rpcUrl, 'sendTransaction', [signed?.raw, { encoding: 'base64' }])
    expect(await lookUp(payment, two)).toEqual({ state: 'paid', transaction: signed?.hash, logIndex: 0 })
    // It was never ours to send: watching it sends nothing.
    expect(await stateOf(payer.address)).toMatchObject({ state: 'paid' })
    const cheaper = { ...payment, paymentRequirements: { ...accepted, amount: '1' } }
    expect(await lookUp(cheaper)).toMatchObject({
      state: 'unknown',
      reason: 'invalid_exact_svm_payload_amount_mismatch',
    })
  })
})

test('while the chain does not answer nothing is a no', async () => {
  const hasty = await lab.start({}, { askMs: 100, confirmMs: 200 })
  const sent = await aPayment()
  const unsent = await aPayment()
  lab.solana.stopMining()
  await settle(sent.payment, hasty)
  lab.solana.freeze()
  try {
    for (const path of ['/verify', '/settle', '/lookup']) {
      expect(await hasty.ask(path, unsent.payment), path).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    }
    expect(await settle(sent.payment, hasty)).toMatchObject({ errorReason: 'settlement_pending' })
  } finally {
    lab.solana.thaw()
    lab.solana.startMining()
  }
  expect(await settle(sent.payment)).toMatchObject({ success: true })
  expect(await settle(unsent.payment)).toMatchObject({ success: true })
})

function memo(text: string) {
  return { programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), data: Buffer.from(text) }
}

test('a fee payer without SOL is our trouble, not the payment’s', async () => {
  const poor = await lab.solana.wallet({ lamports: 0n })
  const third = await lab.start({ SOLANA_FEE_PAYER_KEYS: poor.secret_key, SOLANA_FEE_PAYER: poor.address })
  const payer = await lab.solana.wallet({ microUsdc: PRICE })
  const payee = await lab.solana.wallet({ microUsdc: 0n })
  const payment = await solanaPayment(lab.solana, {
    payer,
    accepted: solanaRequirements(payee.address, PRICE, poor.address),
  })
  for (const path of ['/verify', '/settle']) expect((await third.ask(path, payment)).status, path).toBe(503)
  expect((await third.ask('/health')).body).toMatchObject({
    networks: { solana: { ok: false, problems: [`${poor.address} has too little SOL for fees`] } },
  })
})

test('a mint that only looks like USDC is refused before anything is asked', async () => {
  const { payment } = await aPayment()
  const lookalike = structuredClone(payment)
  lookalike.paymentRequirements.asset = SOLANA_USDC.toLowerCase()
  expect((await one.ask('/verify', lookalike)).body).toMatchObject({ invalidReason: 'invalid_payment_requirements' })
})
