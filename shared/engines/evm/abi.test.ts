import fc from 'fast-check'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  getAddress,
  type Hex,
  multicall3Abi,
  namehash,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'

import { addressAt, bytes32Text, bytesOfHex, textAt, uintAt } from './abi.ts'
import { calls } from './calls.ts'
import { selectorOf, topicOf } from './hash.ts'
import { METHODS } from '#shared/outcomes/base/base-tx-receipt/methods.rules.ts'
import { decodeAggregate, encodeAggregate } from './multicall.ts'
import { nodeOf } from './resolve-address.ts'
import { revertReason } from '#shared/outcomes/base/base-tx-receipt/revert-reason.ts'

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
const hex = bytes.map((buffer): Hex => `0x${buffer.toString('hex')}`)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((array) => getAddress(`0x${Buffer.from(array).toString('hex')}`))
const text = fc.string({ unit: 'grapheme' }).map((one) => one.toWellFormed())
const bufferOf = (value: Hex) => Buffer.from(value.slice(2), 'hex')

describe('what viem encodes is read, and what is encoded viem reads', () => {
  test('numbers, addresses and texts', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 256n) - 1n), address, text, (number, owner, said) => {
        const encoded = bufferOf(
          encodeAbiParameters([{ type: 'uint256' }, { type: 'address' }, { type: 'string' }], [number, owner, said]),
        )
        expect(uintAt(encoded, 0)).toBe(number)
        expect(addressAt(encoded, 32)).toBe(owner.toLowerCase())
        expect(textAt(encoded, 64)).toBe(said)
      }),
    )
  })

  test('calls and results of aggregate3', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(address, hex, fc.boolean(), hex), { maxLength: 12 }), (list) => {
        const data = encodeAggregate(list.map(([to, call]) => ({ to, data: call })))
        const decoded = decodeFunctionData({ abi: multicall3Abi, data: data as Hex })
        expect(decoded.args).toEqual([
          list.map(([target, callData]) => ({ target: getAddress(target), allowFailure: true, callData })),
        ])
        const result = encodeFunctionResult({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          result: list.map(([, , success, returnData]) => ({ success, returnData })),
        })
        expect(decodeAggregate(bufferOf(result), list.length)).toEqual(
          list.map(([, , ok, returned]) => ({ ok, data: bufferOf(returned) })),
        )
      }),
    )
  })

  test('selectors, topics and nodes of names', () => {
    expect(selectorOf('balanceOf(address)')).toBe(toFunctionSelector('balanceOf(address)'))
    expect(topicOf('Transfer(address,address,uint256)')).toBe(toEventSelector('Transfer(address,address,uint256)'))
    expect(`0x${nodeOf('alice.base.eth').toString('hex')}`).toBe(namehash('alice.base.eth'))
    expect(METHODS.get('0xa9059cbb')).toBe('transfer')
    expect(METHODS.get('0xe3ee160e')).toBe('transferWithAuthorization')
    const owner = '0x000000000000000000000000000000000000dEaD'
    expect(calls.allowance(owner, owner, owner).data).toHaveLength(2 + 8 + 128)
  })
})

describe('whatever bytes come, they are read or refused', () => {
  test('results of aggregate3', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(20), (array, count) => {
        const results = decodeAggregate(Buffer.from(array), count)
        expect(results === null || results.length === count).toBe(true)
      }),
    )
  })

  test('texts, addresses and numbers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: -40, max: 240 }), (array, at) => {
        const buffer = Buffer.from(array)
        for (const read of [textAt(buffer, at), addressAt(buffer, at), uintAt(buffer, at), bytes32Text(buffer)])
          expect(read === null || ['string', 'bigint'].includes(typeof read)).toBe(true)
      }),
    )
  })

  test('revert data and hex', () => {
    fc.assert(
      fc.property(fc.oneof(hex, fc.string()), (data) => {
        const reason = revertReason(data)
        expect(reason === null || reason.length > 0).toBe(true)
        expect(bytesOfHex(data) === null || data.startsWith('0x')).toBe(true)
      }),
    )
  })

  test('offsets that point outside or into themselves end', () => {
    const loop = Buffer.alloc(96)
    loop.writeUInt8(32, 31)
    loop.writeUInt8(1, 63)
    expect(decodeAggregate(loop, 1)).toBe(null)
    expect(textAt(Buffer.alloc(32, 0xff))).toBe(null)
  })
})
