import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { readSolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { readSolanaPayload } from './solana-payment.ts'

const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const MINT = new PublicKey(SOLANA_USDC)
const owner = Keypair.generate()
const feePayer = Keypair.generate().publicKey
const [source, destination] = [Keypair.generate().publicKey, Keypair.generate().publicKey]

function transfer(
  amount: bigint,
  more: { program?: PublicKey; authority?: PublicKey; code?: number; decimals?: number } = {},
) {
  const { program = TOKEN, authority = owner.publicKey, code = 12, decimals = 6 } = more
  const data = Buffer.alloc(10)
  data.writeUInt8(code, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(decimals, 9)
  const account = (pubkey: PublicKey, isWritable = true) => ({ pubkey, isSigner: false, isWritable })
  return new TransactionInstruction({
    programId: program,
    keys: [
      account(source),
      account(MINT, false),
      account(destination),
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data,
  })
}
const memo = (text: string) => new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(text) })
const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 })
const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 })

function transaction(instructions: TransactionInstruction[], { signs = true, legacy = false, payer = feePayer } = {}) {
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions,
  })
  const made = new VersionedTransaction(legacy ? message.compileToLegacyMessage() : message.compileToV0Message())
  if (signs) made.sign([owner])
  return Buffer.from(made.serialize())
}
const read = (bytes: Buffer) => readSolanaPayload({ transaction: bytes.toString('base64') })
const usual = [limit, price, transfer(10_000n), memo('a'.repeat(32))]

test.each([false, true])('a signed transfer is read (legacy: %s)', (legacy) => {
  expect(read(transaction(usual, { legacy }))).toMatchObject({
    kind: 'read',
    payment: {
      payer: owner.publicKey.toBase58(),
      feePayer: feePayer.toBase58(),
      mint: SOLANA_USDC,
      amount: 10_000n,
      messageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  })
})

test('X24: the same message is the same payment, whatever stands in the slot of the fee payer', () => {
  const bytes = transaction(usual)
  const other = Buffer.from(bytes)
  other.fill(7, 1, 65)
  const [one, two] = [read(bytes), read(other)]
  expect(one.kind === 'read' && two.kind === 'read' && one.payment.messageHash).toBe(
    two.kind === 'read' ? two.payment.messageHash : '',
  )
  const memoed = read(transaction([limit, price, transfer(10_000n), memo('b'.repeat(32))]))
  expect(memoed.kind === 'read' && one.kind === 'read' && memoed.payment.messageHash).not.toBe(
    one.kind === 'read' ? one.payment.messageHash : '',
  )
})

describe('X24: is invalid', () => {
  const nonce = SystemProgram.nonceAdvance({ noncePubkey: source, authorizedPubkey: owner.publicKey })
  const lamports = SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: destination, lamports: 1 })
  test.each<[string, () => Buffer, string]>([
    ['no signature', () => transaction(usual, { signs: false }), 'signature_invalid'],
    ['a signature over something else', () => withByte(transaction(usual), 70), 'signature_invalid'],
    ['an extra transfer', () => transaction([...usual, transfer(1n)]), 'unknown_optional_instruction'],
    ['a transfer of lamports', () => transaction([...usual, lamports]), 'unknown_optional_instruction'],
    ['a durable nonce', () => transaction([nonce, ...usual]), 'compute_limit_instruction'],
    ['no unit limit', () => transaction([price, limit, transfer(10_000n)]), 'compute_limit_instruction'],
    ['no unit price', () => transaction([limit, limit, transfer(10_000n)]), 'compute_price_instruction'],
    ['too few instructions', () => transaction([limit, price], { signs: false }), 'instructions_length'],
    [
      'too many instructions',
      () => transaction([...usual, memo('c'), memo('d'), memo('e'), memo('f')]),
      'instructions_length',
    ],
    [
      'another token program',
      () => transaction([limit, price, transfer(10_000n, { program: TOKEN_2022 })]),
      'no_transfer_instruction',
    ],
    [
      'an unchecked transfer',
      () => transaction([limit, price, transfer(10_000n, { code: 3 })]),
      'no_transfer_instruction',
    ],
    [
      'other decimals',
      () => transaction([limit, price, transfer(10_000n, { decimals: 9 })]),
      'no_transfer_instruction',
    ],
    [
      'the fee payer as the payer',
      () => transaction(usual, { payer: owner.publicKey }),
      'fee_payer_transferring_funds',
    ],
  ])('%s', (_, bytes, reason) => {
    expect(read(bytes())).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(reason) })
  })

  test('a lookup table, behind which nobody sees what is called', () => {
    const bytes = transaction(usual)
    // A v0 message ends with the number of its tables.
    const tabled = Buffer.concat([bytes.subarray(0, -1), Buffer.from([1]), Buffer.alloc(32, 1), Buffer.from([1, 0, 0])])
    expect(read(tabled)).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('instructions_length') })
  })
})

test('anything cut short, drawn out or of another version is no transaction', () => {
  const bytes = transaction(usual)
  expect(readSolanaTransaction(bytes.toString('base64'))).not.toBeNull()
  for (let length = 0; length < bytes.length; length += 7) {
    expect(readSolanaTransaction(bytes.subarray(0, length).toString('base64'))).toBeNull()
  }
  expect(readSolanaTransaction(Buffer.concat([bytes, Buffer.of(0)]).toString('base64'))).toBeNull()
  expect(readSolanaTransaction(withByte(bytes, 129, 0x81).toString('base64'))).toBeNull()
  expect(readSolanaTransaction(Buffer.alloc(1_300).toString('base64'))).toBeNull()
  expect(readSolanaTransaction('-_-_')).toBeNull()
})

test('whatever the bytes, they are read or not, and never crash', () => {
  const bytes = transaction(usual)
  const mutated = fc
    .array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce<Buffer>((all, [at, to]) => withByte(all, at, to), bytes))
  fc.assert(
    fc.property(
      fc.oneof(
        mutated,
        fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some)),
      ),
      (some) => {
        expect(['read', 'invalid']).toContain(read(some).kind)
      },
    ),
    { numRuns: 500 },
  )
})

function withByte(bytes: Buffer, at: number, to = (bytes[at] ?? 0) ^ 0xff): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = to
  return changed
}
