import { setTimeout as pause } from 'node:timers/promises'

import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js'

import { fromBase58, toBase58 } from '#shared/lib/crypto/base58.ts'

import type { TestSolana } from '../support/fakes/chains.ts'

/** A plain wallet of @solana/web3.js. */
export type ChaosWallet = {
  address: string
  /** Signs a transaction in base64 and sends it again and again; returns its signature, and whether it was seen to land. */
  pay: (base64: string) => Promise<{ signature: string; hasLanded: boolean }>
}

/** How long a wallet looks for its transaction. It may land later. */
const LOOKS_MS = 15_000

/** Makes a wallet with USDC and SOL, and `reaches` the local chain by its RPC as any wallet does. */
export async function openWallet(solana: TestSolana): Promise<ChaosWallet> {
  const held = await solana.wallet({ lamports: 10n ** 13n, microUsdc: 10n ** 12n })
  const signer = Keypair.fromSecretKey(fromBase58(held.secret_key) ?? new Uint8Array())
  const connection = new Connection(solana.rpcUrl, { commitment: 'confirmed', disableRetryOnRateLimit: true })
  return {
    address: held.address,
    async pay(base64) {
      const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
      transaction.sign([signer])
      const bytes = transaction.serialize()
      const signature = toBase58(transaction.signatures[0] ?? new Uint8Array(64))
      const until = Date.now() + LOOKS_MS
      let hasLanded = false
      while (!hasLanded && Date.now() < until) {
        // A node that has it already refuses it; what was lost is sent again.
        await connection.sendRawTransaction(bytes, { skipPreflight: true }).catch(() => undefined)
        const status = await connection.getSignatureStatus(signature).catch(() => null)
        hasLanded = status?.value?.err === null
        if (!hasLanded) await pause(300)
      }
      return { signature, hasLanded }
    },
  }
}
