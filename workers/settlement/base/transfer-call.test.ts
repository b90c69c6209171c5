import { eip3009ABI } from '@x402/evm'
import fc from 'fast-check'
import { encodeFunctionData, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { transferCall } from './transfer-call.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
const address = bytes(20).map((text) => getAddress(text))
const uint = fc.bigInt(0n, 2n ** 256n - 1n)
const authorization = fc.record({
  from: address,
  to: address,
  value: uint,
  validAfter: uint,
  validBefore: uint,
  nonce: bytes(32),
})

test.each([
  ['00', 27],
  ['01', 28],
  ['1b', 27],
  ['1c', 28],
])('a key’s signature that ends with %s goes to the overload with v, r and s, as viem writes it', (end, v) => {
  fc.assert(
    fc.property(authorization, bytes(32), bytes(32), (signed, r, s) => {
      const { from, to, value, validAfter, validBefore, nonce } = signed
      const args = [from, to, value, validAfter, validBefore, nonce, v, r, s] as const
      const expected = encodeFunctionData({ abi: eip3009ABI, functionName: 'transferWithAuthorization', args })
      expect(transferCall(signed, `${r}${s.slice(2)}${end}`)).toBe(expected)
    }),
  )
})

test('a longer signature goes to the overload with bytes; wrapping that cannot be read is none', () => {
  const signed = {
    from: getAddress(`0x${'11'.repeat(20)}`),
    to: getAddress(`0x${'22'.repeat(20)}`),
    value: 1n,
    validAfter: 0n,
    validBefore: 2n,
    nonce: `0x${'33'.repeat(32)}`,
  } as const
  expect(transferCall(signed, `0x${'ab'.repeat(90)}`)).toMatch(/^0xcf092995/)
  expect(transferCall(signed, `0x${'11'.repeat(70)}${'6492'.repeat(16)}`)).toBeNull()
})
