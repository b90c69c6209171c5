import { getAddress, namehash, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { contractOf, fakeBase, HEAD } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseEthBalance } from './base-eth-balance.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
const ETHER = 0xde0b6b3a7640000n

function read(input: Record<string, unknown>, chains = fakeBase({ accounts: { [DEAD]: { wei: ETHER } } })) {
  baseEthBalance.check?.(baseEthBalance.input.parse(input))
  return baseEthBalance.run(input, fakeContext({ chains }))
}

test('base-eth-balance: answers with its example', async () => {
  expect(await read(baseEthBalance.example.input)).toEqual(baseEthBalance.example.output)
})

test('base-eth-balance: an amount is exact, whatever its size', async () => {
  const chains = fakeBase({ accounts: { [DEAD]: { wei: 123_456_789_012_345_678_901n, nonce: 7 } } })
  expect(await read({ address: DEAD }, chains)).toMatchObject({ eth: '123.456789012345678901', nonce: 7 })
})

test('base-eth-balance: everything is read at one block, the one that was asked for', async () => {
  const chains = fakeBase({ accounts: { [DEAD]: { wei: ETHER } } })
  expect(await read({ address: DEAD, block: '37000000' }, chains)).toMatchObject({ block_number: 37_000_000 })
  const blocks = chains.asked.slice(1).map(({ params }) => params[1])
  expect(new Set(blocks)).toEqual(new Set(['0x2349340']))
  expect(await read({ address: DEAD, block: 'finalized' })).toMatchObject({ block_number: HEAD - 400 })
  await expect(read({ address: DEAD, block: '99000000' })).rejects.toMatchObject({
    detail: { detail: [{ type: 'block_not_found', loc: ['body', 'block'] }] },
  })
})

test('base-eth-balance: a contract is told from a wallet, and from one that has delegated', async () => {
  const kindOf = (code: `0x${string}`) => read({ address: DEAD }, fakeBase({ accounts: { [DEAD]: { code } } }))
  expect(await kindOf('0x6001')).toMatchObject({ is_contract: true, delegated: null })
  expect(await kindOf(`0xef0100${'be'.repeat(20)}`)).toMatchObject({
    is_contract: false,
    delegated: getAddress(`0x${'be'.repeat(20)}`),
  })
})

test('base-eth-balance: a name on Base leads to its address', async () => {
  const node = namehash('alice.base.eth')
  const resolver = '0xC6d566A56A1aFf6508b41f6c90ff131615583BCD'
  const registry = parseAbi(['function resolver(bytes32) view returns (address)'])
  const own = parseAbi(['function addr(bytes32) view returns (address)'])
  const none = '0x0000000000000000000000000000000000000000'
  const chains = fakeBase({
    accounts: { [DEAD]: { wei: ETHER } },
    contracts: {
      '0xB94704422c2a1E396835A571837Aa5AE53285a95': contractOf(registry, {
        resolver: (asked: string) => (asked === node ? resolver : none),
      }),
      [resolver]: contractOf(own, { addr: (asked: string) => (asked === node ? DEAD : none) }),
    },
  })
  expect(await read({ address: 'Alice.base.eth' }, chains)).toMatchObject({
    address: DEAD,
    resolved_from: 'alice.base.eth',
    wei: '1000000000000000000',
  })
  await expect(read({ address: 'bob.base.eth' }, chains)).rejects.toMatchObject({
    detail: { detail: [{ type: 'name_not_found' }] },
  })
})

test.each([
  ['0x0', 'invalid_address'],
  ['vitalik.eth', 'invalid_address'],
  [`${DEAD}0`, 'invalid_address'],
  ['ünïcode.base.eth', 'invalid_address'],
])('base-eth-balance: %s is refused before money moves', (address, type) => {
  expect(() => baseEthBalance.check?.({ address })).toThrow(
    expect.objectContaining({ detail: { detail: [expect.objectContaining({ type })] } }),
  )
})

test('base-eth-balance: a checksum has to fit where there is one', async () => {
  expect(await read({ address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' })).toMatchObject({
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  })
  const chains = fakeBase({})
  await expect(read({ address: '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913' }, chains)).rejects.toMatchObject({
    code: 'validation_error',
    detail: { detail: [{ type: 'bad_checksum' }] },
  })
  expect(chains.asked).toEqual([])
})
