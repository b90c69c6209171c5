import { encodeErrorResult, numberToHex, parseAbi, toEventSelector } from 'viem'
import { expect, test } from 'vitest'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'
import { fakeBase, HEAD, tokenOf, transferLog, USDC } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseTxReceipt } from './outcome.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
const BEEF = '0x000000000000000000000000000000000000bEEF'
const { tx_hash: hash } = baseTxReceipt.example.input
const transaction = {
  from: BEEF.toLowerCase(),
  to: BASE_USDC.toLowerCase(),
  input: `0xcf092995${'00'.repeat(32)}`,
  value: '0x0',
  gas: '0x5208',
}
const receipt = {
  status: '0x1',
  blockNumber: numberToHex(HEAD - 10),
  blockHash: `0x${'cd'.repeat(32)}`,
  from: transaction.from,
  to: transaction.to,
  contractAddress: null,
  gasUsed: '0x2',
  effectiveGasPrice: '0x3',
  l1Fee: '0x10',
  logs: [
    {
      ...transferLog({ token: BASE_USDC, from: BEEF, to: DEAD, raw: 20_000n }),
      blockHash: `0x${'cd'.repeat(32)}`,
    },
    {
      ...transferLog({ token: BASE_USDC, from: BEEF, to: DEAD, raw: 0n, index: 1 }),
      topics: [
        toEventSelector('AuthorizationUsed(address,bytes32)'),
        `0x${BEEF.slice(2).padStart(64, '0')}`,
        `0x${'01'.repeat(32)}`,
      ],
      data: '0x',
    },
  ],
}

function read(seen: { receipt?: unknown; transaction?: unknown; revert?: `0x${string}` | Error }, input = {}) {
  const token = tokenOf(USDC)
  const chains = fakeBase({
    contracts: { [BASE_USDC]: token },
    more: {
      eth_getTransactionReceipt: () => seen.receipt ?? null,
      eth_getTransactionByHash: () => seen.transaction ?? null,
    },
  })
  const failing = {
    open: (...asked: Parameters<typeof chains.open>): ReturnType<typeof chains.open> => {
      const reader = chains.open(...asked)
      return {
        ...reader,
        ask: (method, params, ...rest) => {
          const isAgain = method === 'eth_call' && JSON.stringify(params).includes(transaction.input)
          if (!isAgain) return reader.ask(method, params, ...rest)
          const { revert = '0x' } = seen
          return Promise.reject(
            typeof revert === 'string' ? new ChainRefusal('reverted', 'execution reverted', { data: revert }) : revert,
          )
        },
      }
    },
  }
  return baseTxReceipt.run({ tx_hash: hash, ...input }, fakeContext({ chains: failing }))
}

test('base-tx-receipt: answers with its example', async () => {
  expect(await read({ receipt, transaction })).toEqual(baseTxReceipt.example.output)
})

test('base-tx-receipt: fees are those of both layers', async () => {
  expect(await read({ receipt, transaction })).toMatchObject({ fee: { total_wei: '22', l1_fee_wei: '16' } })
  const { l1Fee: _, ...plain } = receipt
  expect(await read({ receipt: plain, transaction })).toMatchObject({ fee: { total_wei: '6', l1_fee_wei: '0' } })
})

const errors = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Nope(uint256)'])
const failed = { ...receipt, status: '0x0', logs: [] }

test.each([
  ['nope', encodeErrorResult({ abi: errors, errorName: 'Error', args: ['nope'] })],
  [
    'Panic(0x11): arithmetic overflow or underflow',
    encodeErrorResult({ abi: errors, errorName: 'Panic', args: [0x11n] }),
  ],
  [
    expect.stringMatching(/^custom error 0x[0-9a-f]{8}$/),
    encodeErrorResult({ abi: errors, errorName: 'Nope', args: [1n] }),
  ],
  [null, '0x'],
  ['out of gas', new ChainRefusal('reverted', 'out of gas')],
] as const)('base-tx-receipt: a reverted transaction says %s', async (reason, revert) => {
  expect(await read({ receipt: failed, transaction, revert })).toMatchObject({
    status: 'reverted',
    revert_reason: reason ?? (revert === '0x' ? expect.toBeOneOf([null, 'execution reverted']) : null),
    transfers: [],
  })
})

test('base-tx-receipt: what is in no block is pending, what nobody knows is not found', async () => {
  expect(await read({ transaction })).toMatchObject({ found: true, status: 'pending', confirmations: 0, fee: null })
  expect(await read({})).toMatchObject({ found: false, status: 'not_found', from: null, method: null })
})

test.each([
  [HEAD - 1, 'latest'],
  [HEAD - 20, 'safe'],
  [HEAD - 400, 'finalized'],
])('base-tx-receipt: a block at %d is %s', async (block, finality) => {
  expect(await read({ receipt: { ...receipt, blockNumber: numberToHex(block) }, transaction })).toMatchObject({
    finality,
    confirmations: HEAD - block + 1,
    block_hash: receipt.blockHash,
  })
})

test.each([
  [
    { to_address: DEAD, token: 'USDC', min_amount: '20000' },
    { met: true, mismatches: [] },
  ],
  [
    { to_address: DEAD, token: 'USDC', min_amount: '20001' },
    { met: false, mismatches: ['amount'] },
  ],
  [{ to_address: BEEF }, { met: false, mismatches: ['to_address'] }],
  [
    { token: 'WETH', from: DEAD },
    { met: false, mismatches: ['token', 'from'] },
  ],
  [{}, { met: true, mismatches: [] }],
])('base-tx-receipt: an expectation of %j is %j', async (expectation, said) => {
  expect(await read({ receipt, transaction }, { expect: expectation })).toMatchObject({ expectation: said })
})

test('base-tx-receipt: a payment behind two hundred other transfers counts', async () => {
  const others = Array.from({ length: 200 }, (_, index) =>
    transferLog({ token: BASE_USDC, from: BEEF, to: BEEF, raw: 1n, index }),
  )
  const paid = transferLog({ token: BASE_USDC, from: BEEF, to: DEAD, raw: 20_000n, index: 200 })
  const answer = await read(
    { receipt: { ...receipt, logs: [...others, paid] }, transaction },
    { expect: { to_address: DEAD, token: 'USDC', min_amount: '20000' } },
  )
  expect(answer).toMatchObject({ expectation: { met: true, mismatches: [], received_raw: '20000' } })
  expect(answer).toHaveProperty('transfers.length', 200)
})

test('base-tx-receipt: a reverted transaction pays nobody', async () => {
  expect(await read({ receipt: failed, transaction }, { expect: { to_address: DEAD } })).toMatchObject({
    expectation: { met: false, mismatches: ['status', 'to_address', 'token', 'from'] },
  })
})

test.each([{ tx_hash: '0x12' }, { tx_hash: hash, expect: { min_amount: '1.5' } }])(
  'base-tx-receipt: the schema refuses %j',
  (input) => {
    expect(baseTxReceipt.input.safeParse(input).success).toBe(false)
  },
)
