import { PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'

import { checksumAddress, hasWrongChecksum } from './evm-address.ts'
import { associatedTokenAccount, isOnCurve, solanaBytes, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './solana-address.ts'

describe('EVM checksums', () => {
  test('are those of viem', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{40}$/), (digits) => {
        // Safe: hex of the right length.
        expect(checksumAddress(`0x${digits}`)).toBe(getAddress(`0x${digits}` as `0x${string}`))
      }),
      { numRuns: 50 },
    )
  })

  test('are missed only where the case carries one', () => {
    const right = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
    expect([right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`].map(hasWrongChecksum)).toEqual([
      false,
      false,
      false,
    ])
    expect(hasWrongChecksum('0x209693bC6afc0C5328bA36FaF03C514EF312287C')).toBe(true)
  })
})

describe('Solana', () => {
  const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

  test('token accounts are those of web3.js, for both token programs', () => {
    fc.assert(
      fc.property(key, key, fc.constantFrom(TOKEN_PROGRAM, TOKEN_2022_PROGRAM), (owner, mint, program) => {
        const [ownerKey, mintKey] = [new PublicKey(owner), new PublicKey(mint)]
        const seeds = [ownerKey.toBytes(), new PublicKey(program).toBytes(), mintKey.toBytes()]
        const [theirs] = PublicKey.findProgramAddressSync(seeds, ATA)
        expect(associatedTokenAccount(ownerKey.toBase58(), mintKey.toBase58(), program)).toBe(theirs.toBase58())
      }),
      { numRuns: 25 },
    )
  })

  test('points are on the curve where web3.js says so', () => {
    fc.assert(fc.property(key, (bytes) => isOnCurve(bytes) === PublicKey.isOnCurve(bytes)))
  })

  test.each(['', '1'.repeat(31), '0'.repeat(40), `${'1'.repeat(44)}1`, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'])(
    '%j is no address',
    (text) => {
      expect(solanaBytes(text)).toBeNull()
      expect(associatedTokenAccount(text, text, TOKEN_PROGRAM)).toBeNull()
    },
  )
})
