import { describe, expect, test } from 'vitest'

import { RpcRefused } from '#shared/chains/json-rpc.ts'

import { RpcUnreachable } from '../open-rpc.ts'
import { baseRpc } from './base-rpc.ts'

const receipt = {
  transactionHash: '0x01',
  status: '0x1',
  blockNumber: '0x7',
  blockHash: '0x02',
  logs: [],
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
}

/** A node that answers like this to every question, which are counted. */
function nodeThat(answer: () => unknown) {
  const asked: string[] = []
  const rpc = baseRpc({
    ask: async (method, _, schema) => {
      asked.push(method)
      return schema.parse(await answer())
    },
    problems: () => Promise.resolve([]),
  })
  return { rpc, asked }
}

describe('a call', () => {
  test.each([
    ['reverts', new RpcRefused(3, 'execution reverted', '0x')],
    ['runs out of the gas it was given', new RpcRefused(-32000, 'out of gas', undefined)],
  ])('that %s says something of the call', async (_, error) => {
    const { rpc } = nodeThat(() => Promise.reject(error))
    await expect(rpc.call('0x01', '0x')).rejects.toBe(error)
  })

  test('that the node cannot answer says something of the node', async () => {
    const { rpc } = nodeThat(() =>
      Promise.reject(new RpcRefused(-32000, 'insufficient funds for gas * price', undefined)),
    )
    await expect(rpc.call('0x01', '0x')).rejects.toBeInstanceOf(RpcUnreachable)
  })
})

describe('sending and waiting for the block', () => {
  test('answers with the receipt', async () => {
    const { rpc } = nodeThat(() => receipt)
    expect(await rpc.sendAndWait('0x', 100)).toMatchObject({ transactionHash: '0x01', status: true, blockNumber: 7 })
  })

  test('a node that cannot wait is not asked to again', async () => {
    const { rpc, asked } = nodeThat(() => Promise.reject(new RpcRefused(-32601, 'no such method', undefined)))
    expect([await rpc.sendAndWait('0x', 100), await rpc.sendAndWait('0x', 100)]).toEqual([null, null])
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['no block came in time', new RpcRefused(4, 'timeout', undefined)],
    ['the node knows the transaction', new RpcRefused(-32000, 'already known', undefined)],
    ['no node answers', new RpcUnreachable('silence')],
  ])('says nothing when %s, and is asked again', async (_, error) => {
    const { rpc, asked } = nodeThat(() => Promise.reject(error))
    expect([await rpc.sendAndWait('0x', 100), await rpc.sendAndWait('0x', 100)]).toEqual([null, null])
    expect(asked).toHaveLength(2)
  })
})
