import { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

import { buildMint } from './build-wrap.ts'
import { mintKey } from './mint-key.ts'
import { TOKEN_2022 } from './token-2022.ts'
import { readAccount } from './wrap-chain.ts'

const key = mintKey({ SOLANA_MINT_KEY: toBase58(Keypair.generate().secretKey) })
if (key === null) throw new Error('there is no key')
const wallet = Keypair.generate().publicKey
const built = (uri: string) =>
  buildMint(key, {
    wrapId: 'a',
    wallet,
    metadata: { name: 'x'.repeat(32), symbol: 'LICENCE', uri },
    rentLamports: 1,
    blockhash: Keypair.generate().publicKey.toBase58(),
  })

test('the longest name and an address of an installation fit one transaction, which only the wallet can complete', () => {
  const uri = `https://licences.a-long-name-of-a-shop.example.com/api/purchases/pur_${'0'.repeat(32)}/wrap-metadata`
  const transaction = VersionedTransaction.deserialize(Buffer.from(built(uri).transaction, 'base64'))
  expect(transaction.serialize().length).toBeLessThanOrEqual(1_232)
  const signers = transaction.message.staticAccountKeys.slice(0, transaction.message.header.numRequiredSignatures)
  expect(signers.map(String)).toEqual([wallet, key.mintOf('a').publicKey, key.authority.publicKey].map(String))
  expect(transaction.signatures.map((one) => one.some((byte) => byte !== 0))).toEqual([false, true, true])
  expect(() => built(`https://${'x'.repeat(500)}`)).toThrow('too long')
})

const program = TOKEN_2022.toBase58()
const account = (data: Uint8Array, owner = program): Parameters<typeof readAccount>[0] => ({
  owner,
  data: [Buffer.from(data).toString('base64'), 'base64'],
})

test('an account of another program is read as nothing, and a mint with an authority is not sealed', () => {
  const mint = Buffer.alloc(234)
  mint.writeUInt32LE(1, 0)
  mint.writeBigUInt64LE(1n, 36)
  mint.writeUInt8(1, 45)
  mint.writeUInt8(1, 165)
  expect(readAccount(account(mint))).toEqual({ kind: 'mint', mint: { supply: 1n, isSealed: false } })
  mint.writeUInt32LE(0, 0)
  expect(readAccount(account(mint))).toEqual({ kind: 'mint', mint: { supply: 1n, isSealed: true } })
  expect(readAccount(account(mint, PublicKey.default.toBase58()))).toBeNull()
  expect(readAccount(null)).toEqual({ kind: 'none' })
})

test('whatever bytes an account has, reading it never fails', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(['mint', 'token', undefined]).toContain(readAccount(account(bytes))?.kind)
    }),
  )
})
