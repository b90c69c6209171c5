import { expect, test } from 'vitest'

import { RpcUnreachable, type Rpc } from '../open-rpc.ts'
import { payoutChain } from './payout-chain.ts'

type Status = { slot: number; err: unknown; confirmationStatus: string } | null
type Answers = { status: Status; height?: number; history?: string[]; isSilent?: boolean }

const SOUGHT = { signature: 'sig', lastValidBlockHeight: 100, account: 'acc' }

/** A node with these answers: its final block is `height`. */
const node = ({ status, height = 50, history = [], isSilent = false }: Answers): Rpc => ({
  ask: async (method, _, schema) => {
    if (isSilent) throw new RpcUnreachable('silent')
    const answers: Record<string, unknown> = {
      getEpochInfo: { absoluteSlot: height, blockHeight: height },
      getSignatureStatuses: { context: { slot: height }, value: [status] },
      getSignaturesForAddress: history.map((signature) => ({ signature, slot: 1, err: null })),
    }
    return schema.parse(answers[method])
  },
  problems: async () => [],
})

const final = (err: unknown = null) => ({ slot: 7, err, confirmationStatus: 'finalized' })
const find = async (...nodes: Answers[]) => {
  const [found] = await payoutChain(node({ status: null }), nodes.map(node)).find([SOUGHT])
  return found
}

test('a final status is a verdict: landed, or failed with its error', async () => {
  expect(await find({ status: final() })).toEqual({ state: 'landed', slot: 7 })
  expect(await find({ status: final({ InstructionError: [2, { Custom: 17 }] }) })).toEqual({
    state: 'failed',
    slot: 7,
    error: '{"InstructionError":[2,{"Custom":17}]}',
  })
  expect(await find({ status: { ...final(), confirmationStatus: 'confirmed' } })).toEqual({ state: 'seen' })
})

test('without a status it is gone only beyond its height, and only if the history does not show it', async () => {
  expect(await find({ status: null, height: 100 })).toEqual({ state: 'unseen' })
  expect(await find({ status: null, height: 101 })).toEqual({ state: 'gone' })
  expect(await find({ status: null, height: 101, history: ['sig'] })).toEqual({ state: 'seen' })
})

test.each<[string, Answers, Answers]>([
  ['landed and gone', { status: final() }, { status: null, height: 101 }],
  ['landed and failed', { status: final() }, { status: final('x') }],
  ['landed and unseen', { status: final() }, { status: null }],
])('nodes that differ give no verdict: %s', async (_, first, second) => {
  expect(await find(first, second)).toEqual({ state: 'seen' })
  expect(await find(second, first)).toEqual({ state: 'seen' })
})

test('one node that calls it gone too early means that it is sent again', async () => {
  expect(await find({ status: null, height: 101 }, { status: null })).toEqual({ state: 'unseen' })
})

test('a node that does not answer leaves everything open', async () => {
  await expect(find({ status: final() }, { status: null, isSilent: true })).rejects.toThrow(RpcUnreachable)
})
