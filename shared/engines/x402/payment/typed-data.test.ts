import fc from 'fast-check'
import { bytesToHex, hashTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { readSignature, recoverSigner } from './recover-signer.ts'
import { authorizationTypes } from '../offer-receipt/signed-domains.ts'
import { typedDataDigest } from './typed-data.ts'

const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)
// viem leaves an empty member of a domain out, EIP-712 does not; no token has one.
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
const bytes32 = fc.stringMatching(/^0x[0-9a-f]{64}$/)

describe('the digest of typed data', () => {
  test('is that of viem for transfer authorizations', () => {
    const message = fc.record({
      from: address,
      to: address,
      value: uint,
      validAfter: uint,
      validBefore: uint,
      nonce: bytes32,
    })
    const domain = fc.record({
      name: text,
      version: text,
      chainId: fc.integer({ min: 1, max: 1e9 }),
      verifyingContract: address,
    })
    fc.assert(
      fc.property(domain, message, (given, sent) => {
        const digest = typedDataDigest({
          domain: given,
          types: authorizationTypes,
          primaryType: 'TransferWithAuthorization',
          message: sent,
        })
        // Safe: the arbitraries make hex texts.
        const theirs = hashTypedData({
          domain: given,
          types: authorizationTypes,
          primaryType: 'TransferWithAuthorization',
          message: sent,
        } as never)
        expect(bytesToHex(digest ?? new Uint8Array())).toBe(theirs)
      }),
      { numRuns: 40 },
    )
  })

  test('is that of viem for structs inside structs, and for domains without a contract', () => {
    const types = {
      Permit: [
        { name: 'witness', type: 'Witness' },
        { name: 'permitted', type: 'Allowed' },
        { name: 'memo', type: 'string' },
      ],
      Allowed: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      Witness: [{ name: 'to', type: 'address' }],
    }
    const message = fc.record({
      witness: fc.record({ to: address }),
      permitted: fc.record({ token: address, amount: uint }),
      memo: text,
    })
    fc.assert(
      fc.property(message, (sent) => {
        const data = {
          domain: { name: 'x402 offer', version: '1', chainId: 1 },
          types,
          primaryType: 'Permit',
          message: sent,
        }
        // Safe: the arbitraries make hex texts.
        expect(bytesToHex(typedDataDigest(data) ?? new Uint8Array())).toBe(hashTypedData(data as never))
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['a missing member', { to: '0x0' }],
    ['an address that is none', { to: '0x12' }],
    ['an inherited member', Object.create({ to: `0x${'1'.repeat(40)}` })],
  ])('is not to be had with %s', (_, message) => {
    const types = { Pay: [{ name: 'to', type: 'address' }] }
    expect(typedDataDigest({ domain: { name: 'n', chainId: 1 }, types, primaryType: 'Pay', message })).toBeNull()
  })

  test('takes no uint256 that is none', () => {
    const types = { Pay: [{ name: 'value', type: 'uint256' }] }
    for (const value of [-1n, 2n ** 256n, '1e3', '-1', 1.5, null])
      expect(
        typedDataDigest({ domain: { name: 'n', chainId: 1 }, types, primaryType: 'Pay', message: { value } }),
      ).toBeNull()
  })
})

describe('a recovered signer', () => {
  test('is the account that signed, whatever it signed', async () => {
    const types = { Note: [{ name: 'text', type: 'string' }] }
    for (const body of ['', 'hello', '🚀']) {
      const account = privateKeyToAccount(generatePrivateKey())
      const data = {
        domain: { name: 'test', version: '1', chainId: 5 },
        types,
        primaryType: 'Note',
        message: { text: body },
      } as const
      const read = readSignature(await account.signTypedData(data))
      const digest = typedDataDigest(data)
      expect(read !== null && digest !== null && recoverSigner(digest, read)).toBe(account.address)
    }
  })

  test('never comes of anything but 65 bytes in hex on the curve', () => {
    for (const bad of [
      '',
      '0x',
      '0x12',
      `0x${'0'.repeat(130)}`,
      `0x${'f'.repeat(130)}`,
      `0x${'1'.repeat(128)}05`,
      'x'.repeat(132),
    ])
      expect(readSignature(bad), bad).toBeNull()
    fc.assert(fc.property(fc.string(), (any) => readSignature(any) === null))
  })
})
