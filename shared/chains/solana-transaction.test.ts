import { getCompiledTransactionMessageDecoder, getCompiledTransactionMessageEncoder } from '@solana/kit'
import { Keypair, Message, MessageV0, PublicKey, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

import {
  decodeSolanaTransaction,
  MAX_TRANSACTION_BYTES,
  readSolanaTransaction,
  type SolanaTransaction,
  UnreadableTransaction,
} from './solana-transaction.ts'

const KEYS = Array.from({ length: 8 }, () => Keypair.generate().publicKey)
const BLOCKHASH = Keypair.generate().publicKey.toBase58()

type Layout = {
  keys: number
  signers: number
  readonlySigned: number
  readonlyUnsigned: number
  instructions: { program: number; accounts: number[]; data: Uint8Array }[]
  /** Null for a legacy message, else the numbers of accounts behind each lookup table. */
  lookups: number[] | null
}

const layouts: fc.Arbitrary<Layout> = fc.integer({ min: 2, max: KEYS.length }).chain((keys) =>
  fc.record({
    keys: fc.constant(keys),
    signers: fc.integer({ min: 1, max: Math.min(3, keys) }),
    readonlySigned: fc.constant(0),
    readonlyUnsigned: fc.constant(0),
    instructions: fc.array(
      fc.record({
        program: fc.integer({ min: 1, max: keys - 1 }),
        accounts: fc.array(fc.nat(keys - 1), { maxLength: 6 }),
        data: fc.uint8Array({ maxLength: 140 }),
      }),
      { maxLength: 4 },
    ),
    lookups: fc.option(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 })),
  }),
)

/** Encodes a layout by @solana/web3.js. */
function encode({ keys, signers, readonlySigned, readonlyUnsigned, instructions, lookups }: Layout): Buffer {
  const header = {
    numRequiredSignatures: signers,
    numReadonlySignedAccounts: readonlySigned,
    numReadonlyUnsignedAccounts: readonlyUnsigned,
  }
  const names = KEYS.slice(0, keys)
  const compiled = instructions.map(({ program, accounts, data }) => ({
    programIdIndex: program,
    accountKeyIndexes: accounts,
    data,
  }))
  const message =
    lookups === null
      ? new Message({
          header,
          accountKeys: names,
          recentBlockhash: BLOCKHASH,
          instructions: instructions.map(({ program, accounts, data }) => ({
            programIdIndex: program,
            accounts,
            data: toBase58(data),
          })),
        })
      : new MessageV0({
          header,
          staticAccountKeys: names,
          recentBlockhash: BLOCKHASH,
          compiledInstructions: compiled,
          addressTableLookups: lookups.map((count) => ({
            accountKey: PublicKey.default,
            writableIndexes: Array.from({ length: count }, (_, at) => at),
            readonlyIndexes: [],
          })),
        })
  return Buffer.from(new VersionedTransaction(message).serialize())
}

/** Encodes what was decoded again, by @solana/web3.js. */
function encodeAgain(transaction: SolanaTransaction, lookups: Layout['lookups']): Buffer {
  return encode({
    keys: transaction.keys.length,
    signers: transaction.requiredSignatures,
    readonlySigned: transaction.readonlySigned,
    readonlyUnsigned: transaction.readonlyUnsigned,
    instructions: transaction.instructions.map(({ programIndex, accounts, data }) => ({
      program: programIndex,
      accounts,
      data,
    })),
    lookups,
  })
}

const plain: Layout = {
  keys: 4,
  signers: 2,
  readonlySigned: 0,
  readonlyUnsigned: 1,
  instructions: [{ program: 3, accounts: [1, 2], data: Buffer.from('data') }],
  lookups: [],
}

test('what @solana/web3.js encodes is decoded, and encodes to the same bytes again', () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      const bytes = encode(layout)
      fc.pre(bytes.length <= MAX_TRANSACTION_BYTES)
      const read = decodeSolanaTransaction(bytes)
      const { message } = VersionedTransaction.deserialize(bytes)
      expect(encodeAgain(read, layout.lookups)).toEqual(bytes)
      expect(read.message).toEqual(Buffer.from(message.serialize()))
      expect(read.version).toBe(message.version)
      expect(read.accounts).toEqual(message.staticAccountKeys.map((key) => key.toBase58()))
      expect(toBase58(read.blockhash)).toBe(message.recentBlockhash)
      expect(read.usesLookupTables).toBe(message.addressTableLookups.length > 0)
      expect(read.instructions.map(({ program }) => program)).toEqual(
        message.compiledInstructions.map(({ programIdIndex }) => message.staticAccountKeys[programIdIndex]?.toBase58()),
      )
    }),
  )
})

test('base64 and bytes are the same transaction', () => {
  const bytes = encode(plain)
  expect(readSolanaTransaction(bytes.toString('base64'))).toEqual(decodeSolanaTransaction(bytes))
})

describe('whatever the bytes', () => {
  const whole = encode(plain)
  const changed = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, to] of changes) bytes[at] = to
      return bytes
    })
  const any = fc.oneof(
    changed,
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.nat(whole.length).map((length) => whole.subarray(0, length)),
  )

  test('they are a transaction or refused by name, and text never throws', () => {
    fc.assert(
      fc.property(any, fc.string(), (bytes, text) => {
        const refusal = refusalOf(bytes)
        expect(refusal === null || refusal instanceof UnreadableTransaction).toBe(true)
        expect(readSolanaTransaction(bytes.toString('base64')) === null).toBe(refusal !== null || bytes.length === 0)
        readSolanaTransaction(text)
      }),
      { numRuns: 500 },
    )
  })

  test('what is read has one form: its message encodes to the same bytes by @solana/kit', () => {
    fc.assert(
      fc.property(changed, (bytes) => {
        fc.pre(refusalOf(bytes) === null)
        const { message } = decodeSolanaTransaction(bytes)
        const decoded = getCompiledTransactionMessageDecoder().decode(message)
        expect(Buffer.from(getCompiledTransactionMessageEncoder().encode(decoded))).toEqual(message)
      }),
      { numRuns: 300 },
    )
  })
})

describe('is refused, as a node refuses it', () => {
  const bytes = encode(plain)
  const HEADER = 1 + 2 * 64 + 1
  const withBytes = (at: number, ...values: number[]) => {
    const copy = Buffer.from(bytes)
    copy.set(values, at)
    return copy
  }
  test.each<[string, Uint8Array, string]>([
    ['more than a packet', Buffer.alloc(MAX_TRANSACTION_BYTES + 1), 'it has 1233 bytes'],
    ['a transaction cut short', bytes.subarray(0, -1), 'it ends too early'],
    ['bytes after it', Buffer.concat([bytes, Buffer.of(0)]), 'bytes are left over'],
    ['a version nobody knows', withBytes(HEADER - 1, 0x81), 'version 1 is not known'],
    [
      'a length in a longer form',
      Buffer.concat([Buffer.of(0x82, 0x00), bytes.subarray(1)]),
      'a length is not well-formed',
    ],
    ['a length of four bytes', Buffer.of(0x82, 0x80, 0x80, 0x01), 'a length has more than three bytes'],
    ['a length beyond the bytes', Buffer.of(0xff, 0xff, 0x03), 'it ends too early'],
    ['a signature too few for its header', withBytes(HEADER, 3), 'its header does not add up'],
    ['no signer', encode({ ...plain, signers: 0 }), 'its header does not add up'],
    ['a fee payer that cannot pay', encode({ ...plain, readonlySigned: 2 }), 'its header does not add up'],
    ['more readonly accounts than accounts', encode({ ...plain, readonlyUnsigned: 3 }), 'its header does not add up'],
    [
      'the same account twice',
      Buffer.concat([
        bytes.subarray(0, HEADER + 4),
        bytes.subarray(HEADER + 36, HEADER + 68),
        bytes.subarray(HEADER + 36),
      ]),
      'it names an account twice',
    ],
    [
      'an account that is not there',
      encode({ ...plain, instructions: [{ program: 3, accounts: [4], data: new Uint8Array() }] }),
      'an instruction names an account that is not there',
    ],
    [
      'a program that is not there',
      encode({ ...plain, instructions: [{ program: 4, accounts: [], data: new Uint8Array() }] }),
      'an instruction names an account that is not there',
    ],
    [
      'the fee payer as the program',
      encode({ ...plain, instructions: [{ program: 0, accounts: [], data: new Uint8Array() }] }),
      'an instruction calls the fee payer',
    ],
    [
      'an account beyond its lookup tables',
      encode({ ...plain, lookups: [2], instructions: [{ program: 3, accounts: [6], data: new Uint8Array() }] }),
      'an instruction names an account that is not there',
    ],
  ])('%s', (_, sent, message) => {
    expect(() => decodeSolanaTransaction(sent)).toThrow(new UnreadableTransaction(message))
  })

  test('an account behind a lookup table is there', () => {
    const sent = encode({
      ...plain,
      lookups: [2],
      instructions: [{ program: 3, accounts: [5], data: new Uint8Array() }],
    })
    expect(decodeSolanaTransaction(sent).usesLookupTables).toBe(true)
  })

  test.each(['', '-_-_', 'AA A', 'é'.repeat(4)])('%j is not base64', (text) => {
    expect(readSolanaTransaction(text)).toBeNull()
  })
})

function refusalOf(bytes: Uint8Array): unknown {
  try {
    decodeSolanaTransaction(bytes)
    return null
  } catch (error) {
    return error
  }
}
