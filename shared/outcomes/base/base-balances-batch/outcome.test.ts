import { expect, test } from 'vitest'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'
import { fakeBase, tokenOf, USDC } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseBalancesBatch } from './outcome.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
const BROKEN = '0x00000000000000000000000000000000000000AA'

function read(input: Record<string, unknown>) {
  const chains = fakeBase({
    accounts: { [DEAD]: { wei: 10n ** 18n } },
    contracts: { [BASE_USDC]: tokenOf(USDC), [BROKEN]: tokenOf({ symbol: 'B', decimals: 3 }) },
  })
  baseBalancesBatch.check?.(baseBalancesBatch.input.parse(input))
  return { answer: baseBalancesBatch.run(input, fakeContext({ chains })), chains }
}

test('base-balances-batch: answers with its example, from one question beside the block', async () => {
  const { answer, chains } = read(baseBalancesBatch.example.input)
  expect(await answer).toEqual(baseBalancesBatch.example.output)
  expect(chains.asked.map(({ method }) => method)).toEqual(['eth_getBlockByNumber', 'eth_call'])
})

test('base-balances-batch: an address that is given twice has two rows and counts once', async () => {
  expect(await read({ addresses: [DEAD, DEAD.toLowerCase()] }).answer).toMatchObject({
    balances: [{ eth: { eth: '1' } }, { eth: { eth: '1' }, address: DEAD }],
    totals: { eth: '1', tokens: { USDC: '1.234567' } },
    count: 2,
  })
})

test('base-balances-batch: a cell or a row that fails spoils nothing else', async () => {
  const wrong = '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const nothing = '0x00000000000000000000000000000000000000bb'
  expect(await read({ addresses: [DEAD, wrong], tokens: ['USDC', BROKEN, nothing] }).answer).toMatchObject({
    balances: [
      {
        tokens: [
          { symbol: 'USDC', raw: '1234567', error: null },
          { symbol: 'B', raw: null, amount: null, error: 'not_a_token' },
          { symbol: null, raw: null, error: 'not_a_token' },
        ],
      },
      { error: 'bad_checksum', eth: null, tokens: [] },
    ],
    count: 1,
  })
})

test.each([[{ addresses: ['nope', 'x'] }], [{ addresses: [DEAD], tokens: ['?'] }]])(
  'base-balances-batch: %j is refused before money moves',
  (input) => {
    expect(() => read(input)).toThrow(expect.objectContaining({ code: 'validation_error' }))
  },
)

test.each([
  { addresses: [] },
  { addresses: Array.from({ length: 11 }, () => DEAD) },
  { addresses: [DEAD], tokens: [] },
])('base-balances-batch: the schema refuses %#', (input) => {
  expect(baseBalancesBatch.input.safeParse(input).success).toBe(false)
})

test('base-balances-batch: a token that burns all gas fails alone', async () => {
  const burner = '0x00000000000000000000000000000000000000cc'
  const calm = fakeBase({ accounts: { [DEAD]: { wei: 10n ** 18n } }, contracts: { [BASE_USDC]: tokenOf(USDC) } })
  const chains = {
    open: (...asked: Parameters<typeof calm.open>): ReturnType<typeof calm.open> => {
      const reader = calm.open(...asked)
      return {
        ...reader,
        ask: (method, params, ...rest) =>
          method === 'eth_call' && JSON.stringify(params).includes(burner.slice(2).toLowerCase())
            ? Promise.reject(new ChainRefusal('reverted', 'out of gas'))
            : reader.ask(method, params, ...rest),
      }
    },
  }
  const answer = baseBalancesBatch.run({ addresses: [DEAD], tokens: ['USDC', burner] }, fakeContext({ chains }))
  expect(await answer).toMatchObject({
    balances: [{ eth: { eth: '1' }, tokens: [{ raw: '1234567' }, { raw: null, error: 'not_a_token' }] }],
  })
})

test('base-balances-batch: addresses with nothing but wrong checksums are refused', async () => {
  await expect(read({ addresses: ['0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913'] }).answer).rejects.toMatchObject({
    detail: { detail: [{ type: 'bad_checksum' }] },
  })
})
