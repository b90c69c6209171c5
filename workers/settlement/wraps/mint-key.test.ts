import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

import { mintKey } from './mint-key.ts'

const own = Keypair.generate()

test('the mint of a wrap is the same each time, and another one for each wrap and key', () => {
  const key = mintKey({ SOLANA_MINT_KEY: toBase58(own.secretKey) })
  const seed = mintKey({ SOLANA_MINT_KEY: toBase58(own.secretKey.subarray(0, 32)) })
  const other = mintKey({ SOLANA_MINT_KEY: toBase58(Keypair.generate().secretKey) })
  const mints = [key, seed, other].map((one) => one?.mintOf('a').publicKey.toBase58())
  expect(mints[0]).toBe(mints[1])
  expect(mints[0]).not.toBe(mints[2])
  expect(key?.mintOf('b').publicKey.toBase58()).not.toBe(mints[0])
  expect(key?.authority.publicKey.toBase58()).toBe(own.publicKey.toBase58())
  expect(mintKey({ SOLANA_MINT_KEY: undefined })).toBeNull()
})

test('an invalid key is refused without being quoted', () => {
  for (const text of ['x', 'nonsense', toBase58(own.secretKey.subarray(0, 63))])
    expect(() => mintKey({ SOLANA_MINT_KEY: text })).toThrow(
      /^ {2}SOLANA_MINT_KEY {2}is no secret key: base58 of 64 bytes$/,
    )
})
