import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { solanaAccept, USDC_SOLANA } from '#test/support/fakes/payment-documents.ts'

import { lintFacilitatorPayload } from './lint-facilitator-payload.ts'

const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const ATA_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const LIGHTHOUSE = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')
const [owner, payer, seller] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
const MINT = new PublicKey(USDC_SOLANA)

const ataOf = (holder: PublicKey, program = TOKEN, mint = MINT) =>
  PublicKey.findProgramAddressSync([holder.toBuffer(), program.toBuffer(), mint.toBuffer()], ATA_PROGRAM)[0]

type TransferChanges = {
  amount?: bigint
  program?: PublicKey
  mint?: PublicKey
  to?: PublicKey
  authority?: Keypair
  tag?: number
  decimals?: number
}

function transfer({
  amount = 20_000n,
  program = TOKEN,
  mint = MINT,
  to,
  authority = owner,
  tag = 12,
  decimals = 6,
}: TransferChanges = {}) {
  const data = Buffer.alloc(10)
  data.writeUInt8(tag, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(decimals, 9)
  return new TransactionInstruction({
    programId: program,
    keys: [
      { pubkey: ataOf(owner.publicKey, program, mint), isSigner: false, isWritable: true },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: to ?? ataOf(seller.publicKey, program, mint), isSigner: false, isWritable: true },
      { pubkey: authority.publicKey, isSigner: true, isWritable: false },
    ],
    data,
  })
}
const bare = (programId: PublicKey, text = '') =>
  new TransactionInstruction({ programId, keys: [], data: Buffer.from(text) })
const memo = (text = 'a'.repeat(32)) => bare(MEMO, text)
const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 })
const price = (microLamports = 1) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })
const usual = [limit, price(), transfer(), memo()]

function transaction(
  instructions: TransactionInstruction[],
  { feePayer = payer, signers = [owner], legacy = false } = {},
) {
  const message = new TransactionMessage({
    payerKey: feePayer.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions,
  })
  const made = new VersionedTransaction(legacy ? message.compileToLegacyMessage() : message.compileToV0Message())
  made.sign(signers)
  return Buffer.from(made.serialize()).toString('base64')
}

const accept = (extra: Record<string, unknown> = {}) =>
  solanaAccept({ payTo: seller.publicKey.toBase58(), extra: { feePayer: payer.publicKey.toBase58(), ...extra } })
const payment = (text: string, accepted: object = accept()) => ({
  x402Version: 2,
  accepted,
  payload: { transaction: text },
})
const lint = (sent: unknown) => lintFacilitatorPayload({ payment: sent, facilitator: 'cdp', nowMs: 0 })
const codesOf = (sent: unknown) => lint(sent).findings.map(({ code }) => code)

test.each([false, true])('facilitator-payload-lint: a payment without a fault is go (legacy: %s)', (legacy) => {
  expect(lint(payment(transaction(usual, { legacy })))).toMatchObject({
    decision: 'go',
    findings: [],
    predicted_error: null,
    recovered_signer: null,
    seconds_to_expiry: null,
    payload: {
      payer: owner.publicKey.toBase58(),
      amount_atomic: '20000',
      asset: USDC_SOLANA,
      transfer_method: 'spl',
      pay_to: seller.publicKey.toBase58(),
    },
  })
})

describe('facilitator-payload-lint: what is predicted is what the SDK’s facilitator answers', () => {
  const scheme = new ExactSvmScheme({
    // Safe: addresses in text, as the SDK wants them.
    getAddresses: () =>
      [payer.publicKey.toBase58()] as unknown as ReturnType<
        ConstructorParameters<typeof ExactSvmScheme>[0]['getAddresses']
      >,
    simulateTransaction: () => Promise.resolve(),
    signTransaction: () => Promise.reject(new Error('nothing is settled here')),
    sendTransaction: () => Promise.reject(new Error('nothing is settled here')),
    confirmTransaction: () => Promise.reject(new Error('nothing is settled here')),
  })
  type Verify = Parameters<typeof scheme.verify>
  const answerOf = async (sent: ReturnType<typeof payment>) => {
    // Safe: of the SDK's form by construction.
    const answer = await scheme.verify(sent as unknown as Verify[0], sent.accepted as unknown as Verify[1])
    return answer.isValid ? null : answer.invalidReason
  }
  const stranger = Keypair.generate()
  beforeAll(() => {
    // The SDK writes what it cannot decode to the console.
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    return () => silenced.mockRestore()
  })
  const lamports = SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: seller.publicKey, lamports: 1 })
  const nonce = SystemProgram.nonceAdvance({ noncePubkey: seller.publicKey, authorizedPubkey: owner.publicKey })

  test.each<[string, () => ReturnType<typeof payment>]>([
    ['nothing wrong', () => payment(transaction(usual))],
    ['no memo', () => payment(transaction([limit, price(), transfer()]))],
    ['Lighthouse', () => payment(transaction([...usual, bare(LIGHTHOUSE)]))],
    ['seven instructions', () => payment(transaction([...usual, bare(LIGHTHOUSE), bare(LIGHTHOUSE), memo('b')]))],
    ['Token-2022', () => payment(transaction([limit, price(), transfer({ program: TOKEN_2022 })]))],
    ['no fee payer named', () => payment(transaction(usual), accept({ feePayer: undefined }))],
    ['no transaction', () => payment('AAAA')],
    ['another fee payer', () => payment(transaction(usual, { feePayer: stranger }))],
    ['not signed', () => payment(transaction(usual, { signers: [] }))],
    ['two instructions', () => payment(transaction([limit, price()], { signers: [] }))],
    ['eight instructions', () => payment(transaction([...usual, memo('b'), memo('c'), memo('d'), memo('e')]))],
    ['no unit limit', () => payment(transaction([price(), price(), transfer()]))],
    ['no unit price', () => payment(transaction([limit, limit, transfer()]))],
    ['dear', () => payment(transaction([limit, price(5_000_001), transfer()]))],
    ['just not too dear', () => payment(transaction([limit, price(5_000_000), transfer(), memo()]))],
    ['no transfer', () => payment(transaction([limit, price(), memo()], { signers: [] }))],
    ['an unchecked transfer', () => payment(transaction([limit, price(), transfer({ tag: 3 })]))],
    [
      'paid by the fee payer',
      () => payment(transaction([limit, price(), transfer({ authority: payer })], { signers: [] })),
    ],
    ['another mint', () => payment(transaction([limit, price(), transfer({ mint: stranger.publicKey })]))],
    ['another recipient', () => payment(transaction([limit, price(), transfer({ to: stranger.publicKey })]))],
    ['one less', () => payment(transaction([limit, price(), transfer({ amount: 19_999n })]))],
    ['one more', () => payment(transaction([limit, price(), transfer({ amount: 20_001n })]))],
    ['lamports fourth', () => payment(transaction([limit, price(), transfer(), lamports]))],
    ['lamports fifth', () => payment(transaction([...usual, lamports]))],
    ['a second transfer sixth', () => payment(transaction([...usual, memo('b'), transfer()]))],
    ['seventh', () => payment(transaction([...usual, memo('b'), memo('c'), lamports]))],
    ['a durable nonce first', () => payment(transaction([nonce, ...usual]))],
    [
      'the memo asked for',
      () => payment(transaction([limit, price(), transfer(), memo('order 7')]), accept({ memo: 'order 7' })),
    ],
    ['another memo', () => payment(transaction(usual), accept({ memo: 'order 7' }))],
    ['no memo though asked', () => payment(transaction([limit, price(), transfer()]), accept({ memo: 'order 7' }))],
    [
      'two memos',
      () => payment(transaction([limit, price(), transfer(), memo('order 7'), memo('b')]), accept({ memo: 'order 7' })),
    ],
    [
      'several at once',
      () => payment(transaction([limit, price(), transfer({ amount: 1n, to: stranger.publicKey }), lamports])),
    ],
  ])('%s', async (_, make) => {
    const sent = make()
    expect(lint(sent).predicted_sdk_error).toBe((await answerOf(sent)) ?? null)
  })
})

describe('facilitator-payload-lint: stricter than the SDK, and why', () => {
  test('the fee payer in any instruction: scheme_exact_svm 2.1.1', () => {
    const signedMemo = new TransactionInstruction({
      programId: MEMO,
      keys: [{ pubkey: payer.publicKey, isSigner: true, isWritable: false }],
      data: Buffer.from('x'),
    })
    expect(codesOf(payment(transaction([limit, price(), transfer(), signedMemo])))).toEqual([
      'svm_fee_payer_in_instruction',
    ])
  })

  test('decimals that are not the token’s: the chain refuses them', () => {
    expect(lint(payment(transaction([limit, price(), transfer({ decimals: 9 }), memo()])))).toMatchObject({
      predicted_error: 'transaction_simulation_failed',
      findings: [{ code: 'svm_decimals', fix: '6' }],
    })
  })

  test('more bytes than a Solana packet has', () => {
    const short = Buffer.from(transaction([limit, price(), transfer(), memo('x'.repeat(100))]), 'base64')
    // The memo stands at the end, before the empty list of lookup tables: a longer one is put in its place.
    const at = short.lastIndexOf('x'.repeat(100)) - 1
    const long = Buffer.concat([
      short.subarray(0, at),
      Buffer.from([0xb0, 0x09]),
      Buffer.alloc(1_200, 'x'),
      Buffer.from([0]),
    ])
    expect(lint(payment(long.toString('base64')))).toMatchObject({
      predicted_error: 'invalid_exact_svm_payload_transaction_could_not_be_decoded',
      findings: expect.arrayContaining([expect.objectContaining({ code: 'svm_transaction_too_large' })]),
    })
  })
})

test('facilitator-payload-lint: v1 takes six instructions', () => {
  const six = transaction([...usual, bare(LIGHTHOUSE), memo('b')])
  const seven = transaction([...usual, bare(LIGHTHOUSE), memo('b'), memo('c')])
  const { amount, ...rest } = accept()
  const requirements = { ...rest, network: 'solana', maxAmountRequired: amount }
  const v1 = (text: string) =>
    lintFacilitatorPayload({
      payment: { x402Version: 1, scheme: 'exact', network: 'solana', payload: { transaction: text } },
      requirements,
      facilitator: 'cdp',
      nowMs: 0,
    })
  expect(v1(six)).toMatchObject({ decision: 'go' })
  expect(v1(seven).findings).toMatchObject([
    { code: 'svm_instruction_count', message: expect.stringContaining('3 to 6') },
  ])
})

test('facilitator-payload-lint: a flipped byte anywhere is caught, or stands where the fee payer signs', () => {
  const bytes = Buffer.from(transaction(usual), 'base64')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ mask
      const isFeePayers = at <= 64
      expect(lint(payment(changed.toString('base64'))).valid).toBe(isFeePayers)
    }),
    { numRuns: 150 },
  )
})
