import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { LandedTransaction } from '#shared/engines/solana/landed-transaction.ts'
import { summarizeTransaction } from './summarize-transaction.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { fakeSolana, SLOT, TOKEN } from '#test/support/fakes/fake-solana.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { txSummaryLite } from './outcome.ts'

const { signature } = txSummaryLite.example.input
const PAYER = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'
const PAYEE = 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd'
const [SOURCE, DESTINATION] = [
  'HDv1x2V4cQ6SvJfrpZHXNNR2uJzHqAEQ9mtRkEFfvSfJ',
  'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
]
const BUDGET = 'ComputeBudget111111111111111111111111111111'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const SYSTEM = '11111111111111111111111111111111'
const KEYS = [PAYER, SOURCE, DESTINATION, SOLANA_USDC, TOKEN, BUDGET, MEMO, SYSTEM, PAYEE]

const at = (address: string) => KEYS.indexOf(address)
const instruction = (program: string, data: Buffer | string, accounts: string[] = []) => ({
  programIdIndex: at(program),
  accounts: accounts.map(at),
  data: toBase58(Buffer.from(data)),
  stackHeight: null,
})
function transferChecked(raw: bigint) {
  const data = Buffer.alloc(10, 12)
  data.writeBigUInt64LE(raw, 1)
  data.writeUInt8(6, 9)
  return instruction(TOKEN, data, [SOURCE, SOLANA_USDC, DESTINATION, PAYER])
}
const budget = [
  instruction(BUDGET, Buffer.of(2, 0, 0, 0, 0)),
  instruction(BUDGET, Buffer.of(3, 0, 0, 0, 0, 0, 0, 0, 0)),
]
const holds = (account: string, owner: string | undefined, amount: string, mint = SOLANA_USDC) => ({
  accountIndex: at(account),
  mint,
  ...(owner === undefined ? {} : { owner }),
  uiTokenAmount: { amount, decimals: 6, uiAmount: Number(amount), uiAmountString: amount },
})

function landed({
  instructions = [...budget, transferChecked(1_000n)],
  meta = {},
}: { instructions?: object[]; meta?: object } = {}) {
  return {
    slot: SLOT - 5,
    blockTime: 1_795_175_990,
    version: 0,
    meta: {
      err: null,
      fee: 5_000,
      preBalances: [1_000_000, 0, 0, 0, 0, 0, 0, 0, 0],
      postBalances: [995_000, 0, 0, 0, 0, 0, 0, 0, 0],
      preTokenBalances: [holds(SOURCE, PAYER, '5000'), holds(DESTINATION, PAYEE, '0')],
      postTokenBalances: [holds(SOURCE, PAYER, '4000'), holds(DESTINATION, PAYEE, '1000')],
      innerInstructions: [],
      logMessages: ['a', 'b', 'c', 'd', 'e', 'Program failed'],
      computeUnitsConsumed: 6_200,
      loadedAddresses: { writable: [], readonly: [] },
      ...meta,
    },
    transaction: { signatures: [signature], message: { accountKeys: KEYS, instructions } },
  }
}

async function read(transaction: unknown, more: Record<string, (params: readonly unknown[]) => unknown> = {}) {
  const chains = fakeSolana({
    more: {
      getTransaction: () => transaction,
      getSignatureStatuses: () => ({
        context: { slot: SLOT },
        value: [{ slot: 1, err: null, confirmationStatus: 'finalized' }],
      }),
      ...more,
    },
  })
  // Safe: the outcome answers an object.
  return (await txSummaryLite.run({ signature }, fakeContext({ chains }))) as Record<string, unknown>
}

test('tx-summary-lite: a signature nobody knows is a result, as in the example', async () => {
  const answer = await txSummaryLite.run(txSummaryLite.example.input, fakeContext({ chains: fakeSolana({}) }))
  expect(answer).toEqual(txSummaryLite.example.output)
})

test('tx-summary-lite: a payment in USDC is told by owners, and has the layout of x402', async () => {
  expect(await read(landed())).toMatchObject({
    found: true,
    status: 'success',
    confirmation: 'finalized',
    slot: SLOT - 5,
    fee_payer: PAYER,
    fee_lamports: '5000',
    transfers: [
      { kind: 'spl', symbol: 'USDC', from_owner: PAYER, to_owner: PAYEE, raw: '1000', amount: '0.001', decimals: 6 },
    ],
    balance_changes: [
      { owner: PAYER, asset: 'SOL', amount: '-0.000005' },
      { owner: PAYER, asset: 'USDC', amount: '-0.001' },
      { owner: PAYEE, asset: 'USDC', amount: '0.001' },
    ],
    programs: [
      { id: BUDGET, label: 'Compute Budget', invocations: 2 },
      { id: TOKEN, label: 'SPL Token', invocations: 1 },
    ],
    x402: { looks_like_exact_payment: true, pay_to_owner: PAYEE, amount: '0.001' },
    summary: `${PAYER} sent 0.001 USDC to ${PAYEE}; ${PAYER} paid 0.000005 SOL in fees.`,
  })
})

test('tx-summary-lite: a memo may follow the payment, another program not', async () => {
  const memo = instruction(MEMO, 'order\u000017')
  expect(await read(landed({ instructions: [...budget, transferChecked(1_000n), memo] }))).toMatchObject({
    memo: ['order 17'],
    x402: { looks_like_exact_payment: true },
  })
  const more = [...budget, transferChecked(1_000n), instruction(SYSTEM, Buffer.alloc(12), [PAYER, PAYEE])]
  expect(await read(landed({ instructions: more }))).toMatchObject({ x402: { looks_like_exact_payment: false } })
  expect(await read(landed({ instructions: [memo] }))).toMatchObject({ x402: null })
})

test('tx-summary-lite: a failed transaction moved nothing and cost its fee', async () => {
  const meta = {
    err: { InstructionError: [2, { Custom: 1 }] },
    postTokenBalances: [holds(SOURCE, PAYER, '5000'), holds(DESTINATION, PAYEE, '0')],
  }
  expect(await read(landed({ meta }))).toMatchObject({
    status: 'failed',
    transfers: [],
    balance_changes: [{ owner: PAYER, asset: 'SOL', amount: '-0.000005' }],
    error: {
      instruction_index: 2,
      code: 1,
      name: 'InsufficientFunds',
      logs_tail: ['b', 'c', 'd', 'e', 'Program failed'],
    },
    summary: expect.stringContaining('Failed at instruction 2 with InsufficientFunds'),
  })
  expect(await read(landed({ meta: { ...meta, err: { InstructionError: [0, 'InvalidArgument'] } } }))).toMatchObject({
    error: { code: null, name: 'InvalidArgument' },
  })
  expect(await read(landed({ meta: { ...meta, err: 'AccountInUse' } }))).toMatchObject({
    error: { instruction_index: null, name: 'AccountInUse' },
  })
})

test('tx-summary-lite: SOL is told by the transfers that ran, inner ones too', async () => {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(1_500_000_000n, 4)
  const inner = [{ index: 0, instructions: [instruction(SYSTEM, data, [PAYER, PAYEE])] }]
  const meta = { innerInstructions: inner, preTokenBalances: [], postTokenBalances: [] }
  expect(await read(landed({ instructions: [instruction(MEMO, 'x')], meta }))).toMatchObject({
    transfers: [{ kind: 'sol', mint: null, symbol: 'SOL', from_owner: PAYER, to_owner: PAYEE, amount: '1.5' }],
  })
})

test('tx-summary-lite: tokens that are made or burnt have one side only', async () => {
  const meta = { preTokenBalances: [], postTokenBalances: [holds(DESTINATION, PAYEE, '7')] }
  expect(await read(landed({ meta }))).toMatchObject({
    transfers: [{ from_owner: null, to_owner: PAYEE, raw: '7' }],
    summary: expect.stringMatching(/^A mint sent/),
  })
  const burnt = { preTokenBalances: [holds(DESTINATION, undefined, '7')], postTokenBalances: [] }
  expect(await read(landed({ meta: burnt }))).toMatchObject({
    transfers: [{ from_owner: DESTINATION, to_owner: null, raw: '7' }],
  })
})

test('tx-summary-lite: accounts of lookup tables come after the static ones', async () => {
  const meta = {
    loadedAddresses: { writable: ['So11111111111111111111111111111111111111112'], readonly: [] },
    preTokenBalances: [],
    postTokenBalances: [{ ...holds(SOURCE, undefined, '1'), accountIndex: KEYS.length }],
  }
  expect(await read(landed({ meta }))).toMatchObject({
    transfers: [{ to_owner: 'So11111111111111111111111111111111111111112' }],
  })
})

test('tx-summary-lite: a slot without a time leaves the time out', async () => {
  expect(await read(landed(), { getBlockTime: () => null })).toMatchObject({ block_time: null, block_number: SLOT })
})

describe('tx-summary-lite: what is no signature is refused', () => {
  test.each(['abc', '', `${'5'.repeat(87)}0`])('%j by the schema', (text) => {
    expect(txSummaryLite.input.safeParse({ signature: text }).success).toBe(false)
  })

  test('by its bytes', async () => {
    await expect(
      txSummaryLite.run({ signature: 'z'.repeat(88) }, fakeContext({ chains: fakeSolana({}) })),
    ).rejects.toMatchObject({ code: 'validation_error' })
  })
})

test('tx-summary-lite: whatever a transaction looks like, it is summed up or refused', () => {
  const index = fc.nat(14)
  const anyInstruction = fc.record({
    programIdIndex: index,
    accounts: fc.array(index, { maxLength: 6 }),
    data: fc.base64String(),
  })
  const anyHeld = fc.record({
    accountIndex: index,
    mint: fc.constantFrom(SOLANA_USDC, 'x'),
    uiTokenAmount: fc.record({ amount: fc.nat().map(String), decimals: fc.nat(20) }),
  })
  const any = fc.record({
    slot: fc.nat(),
    meta: fc.record({
      err: fc.oneof(fc.constant(null), fc.jsonValue()),
      fee: fc.nat(),
      preBalances: fc.array(fc.nat(), { maxLength: 9 }),
      postBalances: fc.array(fc.nat(), { maxLength: 9 }),
      preTokenBalances: fc.array(anyHeld, { maxLength: 4 }),
      postTokenBalances: fc.array(anyHeld, { maxLength: 4 }),
      innerInstructions: fc.array(fc.record({ index, instructions: fc.array(anyInstruction) }), { maxLength: 3 }),
    }),
    transaction: fc.record({
      signatures: fc.constant([signature]),
      message: fc.record({ accountKeys: fc.constant(KEYS), instructions: fc.array(anyInstruction, { maxLength: 5 }) }),
    }),
  })
  fc.assert(
    fc.property(any, (transaction) => {
      const parsed = LandedTransaction.safeParse(transaction)
      fc.pre(parsed.success)
      expect(summarizeTransaction('solana', parsed.data).summary.length).toBeGreaterThan(10)
    }),
  )
})
