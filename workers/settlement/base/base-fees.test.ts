import { expect, test } from 'vitest'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import { baseNow, MOST_FEE, MOST_SETTLEMENT_WEI, raiseFees, SETTLEMENT_GAS } from './base-fees.ts'
import { baseRpc } from './base-rpc.ts'

const GWEI = 1_000_000_000n
const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** A node at whose moment gas costs this much, and how often it was asked. */
function nodeAt(gas: { base: bigint; tip: bigint }) {
  let asked = 0
  const rpc = baseRpc({
    ask: (method, _, schema) => {
      asked += 1
      const block = { number: hex(7), timestamp: hex(9), hash: '0x01', baseFeePerGas: hex(gas.base) }
      return Promise.resolve(schema.parse(method === 'eth_getBlockByNumber' ? block : hex(gas.tip)))
    },
    problems: () => Promise.resolve([]),
  })
  return { rpc, asked: () => asked }
}

test('fees hold twice the base fee and the tip, and are read once for all who ask within two seconds', async () => {
  const node = nodeAt({ base: 3n, tip: 2n })
  const now = baseNow(node.rpc)
  const answers = await Promise.all([now(), now(), now()])
  answers.push(await now())
  for (const answer of answers) expect(answer).toMatchObject({ fees: { maxFee: 8n, priorityFee: 2n }, height: 7 })
  expect(node.asked()).toBe(2)
})

test('while gas is too dear everybody who asks waits, not only the first', async () => {
  const now = baseNow(nodeAt({ base: 2n * GWEI, tip: 1n }).rpc)
  for (let nth = 0; nth < 3; nth += 1) await expect(now()).rejects.toBeInstanceOf(TemporarilyUnavailable)
})

test('what replaces a transaction is dearer by an eighth at least', () => {
  expect(raiseFees({ maxFee: 80n, priorityFee: 8n }, { maxFee: 20n, priorityFee: 100n })).toEqual({
    maxFee: 91n,
    priorityFee: 100n,
  })
})

test('nothing is replaced above the ceiling of what a settlement may cost', () => {
  const stuck = { maxFee: MOST_FEE - 1n, priorityFee: 8n }
  expect(raiseFees(stuck, { maxFee: 20n, priorityFee: 8n })).toBeNull()
  expect(SETTLEMENT_GAS * MOST_FEE).toBeLessThanOrEqual(MOST_SETTLEMENT_WEI)
})
