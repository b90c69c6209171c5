import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { Keypair } from '@solana/web3.js'
import nacl from 'tweetnacl'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { StartFailure } from '../start-failure.ts'
import { loadWallets, makeSolanaWallet, solanaWalletOf } from './wallets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-wallets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the wallets of an installation are made once, all different, and kept for this user only', async () => {
  const wallets = await loadWallets(folder)
  expect(statSync(join(folder, 'wallets.json')).mode & 0o777).toBe(0o600)
  expect(await loadWallets(folder)).toEqual(wallets)
  const addresses = [...Object.values(wallets.base), ...Object.values(wallets.solana)].map(({ address }) => address)
  expect(new Set(addresses).size).toBe(9)
})

test('an installation of an earlier version gets the wallet that it lacks, and keeps it', async () => {
  const wallets = await loadWallets(folder)
  const { treasury: _, ...former } = wallets.solana
  writeFileSync(join(folder, 'wallets.json'), JSON.stringify({ ...wallets, solana: former }))
  const completed = await loadWallets(folder)
  expect(completed).toEqual({ ...wallets, solana: { ...former, treasury: completed.solana.treasury } })
  expect(await loadWallets(folder)).toEqual(completed)
})

test('each key is that of its address, for viem, @solana/kit and @solana/web3.js', async () => {
  const { base, solana } = await loadWallets(folder)
  for (const { address, private_key } of Object.values(base)) {
    // Safe: the schema of the file says so.
    expect(privateKeyToAccount(private_key as `0x${string}`).address).toBe(address)
  }
  for (const { address, secret_key } of Object.values(solana)) {
    const bytes = Uint8Array.from(getBase58Encoder().encode(secret_key))
    expect((await createKeyPairSignerFromBytes(bytes)).address).toBe(address)
    expect(Keypair.fromSecretKey(bytes).publicKey.toBase58()).toBe(address)
  }
})

test('a Solana wallet is the Ed25519 key of its seed', () => {
  const seed = Buffer.alloc(32, 7)
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed)
  const wallet = solanaWalletOf(seed)
  expect(Buffer.from(getBase58Encoder().encode(wallet.address))).toEqual(Buffer.from(publicKey))
  expect(Buffer.from(getBase58Encoder().encode(wallet.secret_key))).toEqual(Buffer.from(secretKey))
  expect(makeSolanaWallet().address).not.toBe(makeSolanaWallet().address)
})

test('a broken file is refused in one line, and stays as it is', async () => {
  const path = join(folder, 'wallets.json')
  for (const text of ['', '{', '{}', '[]', 'null']) {
    writeFileSync(path, text)
    await expect(loadWallets(folder)).rejects.toThrow(StartFailure)
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})
