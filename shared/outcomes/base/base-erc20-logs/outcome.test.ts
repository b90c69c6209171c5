import { expect, test } from 'vitest'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'
import { fakeBase, HEAD, tokenOf, transferLog, USDC } from '#test/support/fakes/fake-base.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseErc20Logs } from './outcome.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
const BEEF = '0x000000000000000000000000000000000000bEEF'
const ZERO = '0x0000000000000000000000000000000000000000'
type Log = ReturnType<typeof transferLog>
const log = (block: number, index = 0, raw = 20_000n, more = {}) =>
  transferLog({ token: BASE_USDC, from: BEEF, to: DEAD, raw, block, index, more })

/** A node that answers at most so many blocks at once. */
function world(logs: readonly Log[], most = 2_000) {
  return fakeBase({
    contracts: { [BASE_USDC]: tokenOf(USDC) },
    more: {
      eth_getLogs([filter]) {
        // Safe: filters are ours.
        const { fromBlock, toBlock, address } = filter as { fromBlock: string; toBlock: string; address?: string }
        if (Number(toBlock) - Number(fromBlock) + 1 > most)
          throw new ChainRefusal('too_much', `limited to a ${most} range`, { most: most >= 10 ? most : null })
        return logs.filter(
          (one) =>
            Number(one.blockNumber) >= Number(fromBlock) &&
            Number(one.blockNumber) <= Number(toBlock) &&
            (address === undefined || address === one.address),
        )
      },
    },
  })
}

async function read(input: Record<string, unknown>, chains = world([])) {
  baseErc20Logs.check?.(baseErc20Logs.input.parse(input))
  // Safe: the outcome answers an object.
  return (await baseErc20Logs.run(input, fakeContext({ chains }))) as Record<string, unknown>
}
const blocksOf = ({ transfers }: Record<string, unknown>) =>
  // Safe: rows of ours.
  (transfers as { block_number: number; log_index: number }[]).map((row) => `${row.block_number}:${row.log_index}`)

test('base-erc20-logs: answers with its example', async () => {
  const row = log(HEAD - 10, 4, 20_000n, { transactionHash: `0x${'ab'.repeat(32)}` })
  expect(await read(baseErc20Logs.example.input, world([row]))).toEqual(baseErc20Logs.example.output)
})

test('base-erc20-logs: a page ends at its limit, and the next begins where it ended', async () => {
  const chains = world([log(HEAD - 30), log(HEAD - 20, 1), log(HEAD - 20, 2)])
  const first = await read({ token: 'USDC', limit: 2 }, chains)
  expect(first).toMatchObject({ count: 2, next_cursor: `${HEAD - 30}:0`, complete: false, totals: null })
  expect(blocksOf(first)).toEqual([`${HEAD - 20}:2`, `${HEAD - 20}:1`])
  const second = await read({ token: 'USDC', limit: 2, cursor: first['next_cursor'] }, chains)
  expect(second).toMatchObject({ count: 1, next_cursor: null, complete: true })
  const ascending = await read({ token: 'USDC', limit: 2, order: 'asc' }, chains)
  expect(blocksOf(ascending)).toEqual([`${HEAD - 30}:0`, `${HEAD - 20}:1`])
  expect(blocksOf(await read({ token: 'USDC', order: 'asc', cursor: ascending['next_cursor'] }, chains))).toEqual([
    `${HEAD - 20}:2`,
  ])
})

test.each([2_000, 777, 100, 20])(
  'base-erc20-logs: a node that answers %d blocks at once gives the same',
  async (most) => {
    const logs = [log(HEAD - 199), log(HEAD - 150), log(HEAD - 3, 1), log(HEAD)]
    const chains = world(logs, most)
    expect(blocksOf(await read({ token: 'USDC', from_block: HEAD - 199, limit: 10 }, chains))).toEqual([
      `${HEAD}:0`,
      `${HEAD - 3}:1`,
      `${HEAD - 150}:0`,
      `${HEAD - 199}:0`,
    ])
  },
)

test('base-erc20-logs: a node that answers a block at a time is asked so often and no more; the rest has a cursor', async () => {
  const chains = world([log(HEAD - 199)], 1)
  const answer = await read({ token: 'USDC', from_block: HEAD - 199 }, chains)
  expect(answer).toMatchObject({ count: 0, complete: false, next_cursor: expect.stringMatching(/^\d+:\d+$/) })
  expect(chains.asked.length).toBeLessThan(50)
})

test('base-erc20-logs: one block that is too much is refused', async () => {
  await expect(read({ token: 'USDC' }, world([], 0))).rejects.toMatchObject({ code: 'unprocessable' })
})

test('base-erc20-logs: NFTs, removed logs, copies and replaced blocks are left out; mints and burns are called so', async () => {
  const nft = log(HEAD - 5, 9, 1n, { topics: [...log(HEAD - 5).topics, `0x${'0'.repeat(64)}`] })
  const replaced = log(HEAD - 5, 7, 1n, { blockHash: `0x${'ff'.repeat(32)}` })
  const answer = await read(
    { token: null, to: DEAD },
    world([
      nft,
      log(HEAD - 6, 1, 1n, { removed: true }),
      log(HEAD - 5, 1),
      log(HEAD - 5, 1),
      replaced,
      transferLog({ token: BASE_USDC, from: ZERO, to: DEAD, raw: 7n, block: HEAD - 4 }),
      transferLog({ token: BASE_USDC, from: BEEF, to: ZERO, raw: 8n, block: HEAD - 3 }),
    ]),
  )
  expect(answer).toMatchObject({
    transfers: [{ kind: 'burn' }, { kind: 'mint', amount: '0.000007' }, { kind: 'transfer', log_index: 1 }],
  })
})

test('base-erc20-logs: sums go by the side that was asked about', async () => {
  const chains = world([log(HEAD - 1, 0, 1n), log(HEAD - 1, 1, 2n)])
  expect(await read({ from: BEEF }, chains)).toMatchObject({ totals: [{ in_raw: '0', out_raw: '3' }] })
  expect(await read({ from: BEEF, to: DEAD }, chains)).toMatchObject({ totals: null })
})

test.each([
  [{ token: null }, 'unbounded_query'],
  [{ from: 'x' }, 'invalid_address'],
  [{ from_block: 1, to_block: 20_000 }, 'range_too_wide'],
  [{ from_block: 5, to_block: 4 }, 'range_too_wide'],
])('base-erc20-logs: %j is refused as %s before money moves', (input, type) => {
  expect(() => baseErc20Logs.check?.(baseErc20Logs.input.parse(input))).toThrow(
    expect.objectContaining({ detail: { detail: [expect.objectContaining({ type })] } }),
  )
})

test('base-erc20-logs: a range that only the head shows to be too wide is refused', async () => {
  await expect(read({ from_block: 1 })).rejects.toMatchObject({ detail: { detail: [{ type: 'range_too_wide' }] } })
  await expect(read({ from_block: HEAD + 1 })).rejects.toMatchObject({ code: 'validation_error' })
  await expect(read({ to_block: HEAD + 1 })).rejects.toMatchObject({
    detail: { detail: [{ loc: ['body', 'to_block'] }] },
  })
})
