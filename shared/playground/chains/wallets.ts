import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { ed25519KeyPair } from '#shared/lib/crypto/ed25519-key-pair.ts'
import { replaceFile } from '../replace-file.ts'
import { StartFailure } from '../start-failure.ts'

const BaseWallet = z.object({
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  private_key: z.string().regex(/^0x[0-9a-f]{64}$/),
})
const SolanaWallet = z.object({
  address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  /** Base58 of 64 bytes, seed and public key, the export format of Solana wallets. */
  secret_key: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
})
export type BaseWallet = z.output<typeof BaseWallet>
export type SolanaWallet = z.output<typeof SolanaWallet>

const Wallets = z.object({
  base: z.object({ demo: BaseWallet, pay_to: BaseWallet, gas: BaseWallet }),
  solana: z.object({
    demo: SolanaWallet,
    pay_to: SolanaWallet,
    fee_payer: SolanaWallet,
    treasury: SolanaWallet.default(makeSolanaWallet),
    mint: SolanaWallet.default(makeSolanaWallet),
    seller: SolanaWallet.default(makeSolanaWallet),
  }),
})

/** The keys of an installation's local chains: demo wallets, payees, the accounts that pay for settlements
 * and payouts, the key that mints wrapped licences, and the wallet of a seeded seller. */
export type Wallets = z.output<typeof Wallets>

/**
 * Reads the wallets of this folder; creates them on the first start. The file has mode 0600, because it contains keys.
 */
export async function loadWallets(folder: string): Promise<Wallets> {
  const path = join(folder, 'wallets.json')
  if (existsSync(path)) return keepWallets(path, parseWallets(path))
  const wallets = {
    base: { demo: await makeBaseWallet(), pay_to: await makeBaseWallet(), gas: await makeBaseWallet() },
    solana: {
      demo: makeSolanaWallet(),
      pay_to: makeSolanaWallet(),
      fee_payer: makeSolanaWallet(),
      treasury: makeSolanaWallet(),
      mint: makeSolanaWallet(),
      seller: makeSolanaWallet(),
    },
  }
  return keepWallets(path, wallets)
}

function keepWallets(path: string, wallets: Wallets): Wallets {
  replaceFile(path, `${JSON.stringify(wallets, null, 2)}\n`)
  return wallets
}

function parseWallets(path: string): Wallets {
  try {
    return Wallets.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartFailure(`${path} is corrupt. Restore it, or remove it to start with new wallets.`, { cause: error })
  }
}

/** Creates a key for Base and its address. */
export async function makeBaseWallet(): Promise<BaseWallet> {
  // Loaded only on the first start; later ones read the stored address.
  const { generatePrivateKey, privateKeyToAddress } = await import('viem/accounts')
  const private_key = generatePrivateKey()
  return { address: privateKeyToAddress(private_key), private_key }
}

/** Creates a key for Solana and its address. */
export function makeSolanaWallet(): SolanaWallet {
  return solanaWalletOf(randomBytes(32))
}

/** Returns the wallet of an Ed25519 seed (32 bytes). */
export function solanaWalletOf(seed: Uint8Array): SolanaWallet {
  const { publicKey } = ed25519KeyPair(seed)
  return { address: toBase58(publicKey), secret_key: toBase58(Buffer.concat([seed, publicKey])) }
}
