import { expect, test } from 'vitest'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { bytes32Text, fakeBase, type FakeContract, tokenOf, USDC } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseErc20Balance } from './base-erc20-balance.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
const OTHER = '0x00000000000000000000000000000000000000AA'

function read(input: Record<string, unknown>, contract: FakeContract = tokenOf(USDC), at = BASE_USDC as string) {
  const body = { address: DEAD, ...input }
  baseErc20Balance.check?.(baseErc20Balance.input.parse(body))
  return baseErc20Balance.run(body, fakeContext({ chains: fakeBase({ contracts: { [at]: contract } }) }))
}

test('base-erc20-balance: answers with its example', async () => {
  expect(await read({})).toEqual(baseErc20Balance.example.output)
})

test('base-erc20-balance: a listed symbol in any case is its contract, any other is refused', async () => {
  expect(await read({ token: 'usdc' })).toMatchObject({ token: { address: BASE_USDC } })
  await expect(read({ token: 'SCAM' })).rejects.toMatchObject({ detail: { detail: [{ type: 'unknown_symbol' }] } })
})

test('base-erc20-balance: an address without code is no contract', async () => {
  await expect(read({ token: DEAD })).rejects.toMatchObject({
    code: 'validation_error',
    detail: { detail: [{ type: 'not_a_contract', loc: ['body', 'token'] }] },
  })
})

test('base-erc20-balance: old tokens that say their symbol in 32 bytes are read', async () => {
  const old: FakeContract = (data) => (data.startsWith('0x95d89b41') ? bytes32Text('MKR') : tokenOf(USDC)(data))
  expect(await read({ token: OTHER }, old, OTHER)).toMatchObject({
    token: { symbol: 'MKR', verified: false },
    nonstandard: ['bytes32_symbol'],
  })
})

test('base-erc20-balance: decimals are never assumed', async () => {
  expect(await read({ token: OTHER }, tokenOf({ symbol: 'X', name: 'X', balanceOf: 5n }), OTHER)).toMatchObject({
    raw: '5',
    amount: null,
    token: { decimals: null },
    nonstandard: ['missing_decimals'],
  })
})

test('base-erc20-balance: a balance that reverts is none', async () => {
  expect(await read({ token: OTHER }, tokenOf({ symbol: 'X', name: 'X', decimals: 2 }), OTHER)).toMatchObject({
    raw: null,
    amount: null,
    nonstandard: ['reverting_balance'],
  })
})

test.each(['USDC', 'USD\u0421', 'usdc', 'U\u200bSDC', 'U5DC'])(
  'base-erc20-balance: %s at another address is a look-alike',
  async (symbol) => {
    expect(await read({ token: OTHER }, tokenOf({ ...USDC, symbol }), OTHER)).toMatchObject({
      token: { verified: false, lookalike_of: 'USDC' },
    })
  },
)

test('base-erc20-balance: what a token calls itself is one line and not long', async () => {
  const name = `a\nb\u0000${'x'.repeat(500)}`
  expect(await read({ token: OTHER }, tokenOf({ ...USDC, name }), OTHER)).toMatchObject({
    token: { name: `a b ${'x'.repeat(124)}` },
  })
})
