import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { encodeAggregate } from './multicall.ts'

const ABI = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call[] calls) view',
])
const hex = (bytes: { min: number; max: number }) =>
  fc
    .uint8Array({ minLength: bytes.min, maxLength: bytes.max })
    .map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)

test('several calls are written as viem writes them', () => {
  const call = fc.record({
    target: hex({ min: 20, max: 20 }),
    allowFailure: fc.boolean(),
    callData: hex({ min: 0, max: 100 }),
  })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 4 }), (calls) => {
      const asked = calls.map(({ target, allowFailure, callData }) => ({
        to: target,
        data: callData,
        mayFail: allowFailure,
      }))
      expect(encodeAggregate(asked)).toBe(encodeFunctionData({ abi: ABI, functionName: 'aggregate3', args: [calls] }))
    }),
  )
})
