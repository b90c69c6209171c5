import { keccak256, pad, toFunctionSelector, toHex } from 'viem'
import { expect, test } from 'vitest'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { fakeBase, tokenOf, USDC } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseTokenInfo } from './outcome.ts'

const OTHER = '0x00000000000000000000000000000000000000AA'
const DEAD = '0x000000000000000000000000000000000000dEaD'
const BEEF = '0x000000000000000000000000000000000000bEEF'
const SLOT_1967 = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const codeWith = (...signatures: string[]): `0x${string}` =>
  `0x${signatures.map((signature) => `63${toFunctionSelector(signature).slice(2)}14`).join('')}`
const full = {
  ...USDC,
  totalSupply: 4_000_000_000_000_000n,
  version: '2',
  nonces: 0n,
  DOMAIN_SEPARATOR: `0x${'11'.repeat(32)}`,
  authorizationState: false,
  owner: DEAD,
}
const zos = (name: string) => keccak256(toHex(`org.zeppelinos.proxy.${name}`))

type Account = { code?: `0x${string}`; storage?: Record<string, `0x${string}`> }
const read = (input: { token: string }, values: Record<string, unknown>, accounts: Record<string, Account> = {}) =>
  baseTokenInfo.run(
    input,
    fakeContext({
      chains: fakeBase({
        accounts,
        contracts: { [input.token === 'USDC' ? BASE_USDC : input.token]: tokenOf(values) },
      }),
    }),
  )

test('base-token-info: answers with its example: USDC is ready for x402', async () => {
  const answer = await read({ token: 'USDC' }, full, {
    [BASE_USDC]: {
      code: '0x60016001',
      storage: { [zos('implementation')]: pad(BEEF), [zos('admin')]: pad(DEAD) },
    },
    [BEEF]: { code: codeWith('mint(address,uint256)', 'pause()', 'blacklist(address)', 'upgradeTo(address)') },
  })
  expect(answer).toEqual(baseTokenInfo.example.output)
})

test('base-token-info: a proxy of EIP-1967 is told with its implementation, a minimal one by its code', async () => {
  expect(
    await read({ token: OTHER }, full, { [OTHER]: { code: '0x6001', storage: { [SLOT_1967]: pad(BEEF) } } }),
  ).toMatchObject({
    proxy: { kind: 'erc1967', implementation: BEEF, admin: null },
    standard: expect.arrayContaining(['erc1967_proxy']),
    capabilities: ['upgrade'],
  })
  const minimal: `0x${string}` = `0x363d3d373d3d3d363d73${BEEF.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`
  expect(await read({ token: OTHER }, full, { [OTHER]: { code: minimal } })).toMatchObject({
    proxy: { kind: 'erc1167', implementation: BEEF },
    capabilities: [],
  })
})

test('base-token-info: a symbol with a Cyrillic letter imitates the listed one', async () => {
  expect(await read({ token: OTHER }, { ...full, symbol: 'USD\u0421' })).toMatchObject({
    lookalike_of: 'USDC',
    verified: false,
  })
})

test('base-token-info: a token without EIP-3009, or without a domain, is not ready for x402', async () => {
  expect(await read({ token: OTHER }, { ...USDC, totalSupply: 1n })).toMatchObject({
    standard: ['erc20'],
    eip712_domain: null,
    x402_ready: false,
    total_supply: { raw: '1', amount: '0.000001' },
    owner: null,
  })
  expect(await read({ token: OTHER }, { ...full, version: null })).toMatchObject({ x402_ready: false })
})

test('base-token-info: a domain of ERC-5267 goes before name and version', async () => {
  const domain = ['0x0f', 'Told', '7', 8453n, OTHER, `0x${'0'.repeat(64)}`, []]
  expect(await read({ token: OTHER }, { ...full, eip712Domain: domain })).toMatchObject({
    eip712_domain: { name: 'Told', version: '7', chain_id: 8453 },
  })
})

test('base-token-info: vaults and NFTs are named', async () => {
  expect(await read({ token: OTHER }, { ...full, asset: BASE_USDC })).toMatchObject({
    standard: expect.arrayContaining(['erc4626']),
  })
  const nft = { balanceOf: 1n, supportsInterface: (id: string) => id === '0x80ac58cd' }
  expect(await read({ token: OTHER }, nft)).toMatchObject({ standard: ['erc721'], decimals: null, total_supply: null })
})

test('base-token-info: constants inside longer pushes are no functions', async () => {
  const hidden: `0x${string}` = `0x7f63${toFunctionSelector('pause()').slice(2)}${'00'.repeat(27)}`
  expect(await read({ token: OTHER }, full, { [OTHER]: { code: hidden } })).toMatchObject({ capabilities: [] })
})

test('base-token-info: an address without code is refused', async () => {
  await expect(baseTokenInfo.run({ token: DEAD }, fakeContext({ chains: fakeBase({}) }))).rejects.toMatchObject({
    detail: { detail: [{ type: 'not_a_contract' }] },
  })
})
