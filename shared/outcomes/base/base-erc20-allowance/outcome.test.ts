import { maxUint256 } from 'viem'
import { expect, test } from 'vitest'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { contractOf, fakeBase, HEAD_S, PERMIT2_ABI, tokenOf, USDC } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseErc20Allowance } from './outcome.ts'

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const { input } = baseErc20Allowance.example
const spender = '0x000000000000000000000000000000000000bEEF'

type Facts = {
  allowance?: bigint
  balanceOf?: bigint
  permit2?: readonly [bigint, number, number]
  code?: `0x${string}`
}

function read({ allowance = 100n, balanceOf = 30n, permit2 = [0n, 0, 0], code = '0x' }: Facts, more = {}) {
  const chains = fakeBase({
    accounts: { [spender]: { code } },
    contracts: {
      [BASE_USDC]: tokenOf({ ...USDC, allowance, balanceOf }),
      [PERMIT2]: contractOf(PERMIT2_ABI, { allowance: permit2 }),
    },
  })
  return baseErc20Allowance.run({ ...input, ...more }, fakeContext({ chains }))
}

test('base-erc20-allowance: answers with its example', async () => {
  expect(await read({})).toEqual(baseErc20Allowance.example.output)
})

test.each([maxUint256, 1n << 255n, (1n << 96n) - 1n])(
  'base-erc20-allowance: %d is without limit',
  async (allowance) => {
    expect(await read({ allowance })).toMatchObject({
      unlimited: true,
      flags: expect.arrayContaining(['unlimited']),
      at_risk: { raw: '30' },
    })
  },
)

test('base-erc20-allowance: at risk is what could be moved now', async () => {
  expect(await read({ allowance: 100n, balanceOf: 30n })).toMatchObject({ at_risk: { raw: '30', amount: '0.00003' } })
  expect(await read({ allowance: 10n, balanceOf: 30n })).toMatchObject({ at_risk: { raw: '10' }, unlimited: false })
})

test('base-erc20-allowance: a spender that is a contract is no wallet, and Permit2 is known', async () => {
  expect(await read({ code: '0x6001' })).toMatchObject({
    spender_info: { is_contract: true, known_label: null },
    flags: ['exceeds_balance'],
  })
  expect(await read({}, { spender: PERMIT2 })).toMatchObject({ spender_info: { known_label: 'Permit2' } })
})

test('base-erc20-allowance: an allowance through Permit2 expires', async () => {
  expect(await read({ permit2: [50n, HEAD_S - 1, 4] })).toMatchObject({
    permit2: { amount: '50', expired: true, nonce: 4, expiration: '2026-11-20T11:59:57.000Z' },
  })
  expect(await read({ permit2: [50n, 0xffff_ffff_ffff, 0] })).toMatchObject({
    permit2: { expired: false, expiration: 'never' },
    flags: expect.arrayContaining(['permit2_allowance']),
  })
  expect(await read({}, { check_permit2: false })).toMatchObject({ permit2: null })
})

test('base-erc20-allowance: a token that is not listed is flagged', async () => {
  const token = '0x00000000000000000000000000000000000000AA'
  const chains = fakeBase({ contracts: { [token]: tokenOf({ symbol: 'X', decimals: 0, balanceOf: 1n }) } })
  expect(await baseErc20Allowance.run({ ...input, token }, fakeContext({ chains }))).toMatchObject({
    raw: '0',
    flags: ['unverified_token', 'reverting_allowance'],
    permit2: null,
  })
})

test('base-erc20-allowance: a balance that the token does not tell is not zero', async () => {
  const token = '0x00000000000000000000000000000000000000AA'
  const chains = fakeBase({ contracts: { [token]: tokenOf({ symbol: 'X', decimals: 0, allowance: 7n }) } })
  expect(await baseErc20Allowance.run({ ...input, token }, fakeContext({ chains }))).toMatchObject({
    raw: '7',
    owner_balance: null,
    at_risk: null,
    flags: ['eoa_spender', 'unverified_token', 'reverting_balance'],
  })
})

test.each([
  [{ owner: 'x', spender: 'y' }, ['body', 'owner']],
  [{ ...input, spender: 'alice.base.eth' }, ['body', 'spender']],
  [{ ...input, token: '???' }, ['body', 'token']],
])('base-erc20-allowance: %j is refused at %j', (body, loc) => {
  expect(() => baseErc20Allowance.check?.(baseErc20Allowance.input.parse(body))).toThrow(
    expect.objectContaining({ detail: { detail: [expect.objectContaining({ loc })] } }),
  )
})
