import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import type { SolanaWallet } from '#shared/playground/chains/wallets.ts'

import type { Answer } from '../world/world.ts'
import { registerAccount, type Registered } from '../world/market.ts'
import type { SettlementLab } from './settlement-lab.ts'

type Request = (
  method: string,
  path: string,
  sent?: { headers?: Record<string, string>; body?: unknown },
) => Promise<Answer>

/** A wallet as anybody has one: a key pair of @solana/web3.js. */
export type PlainWallet = Keypair & { held: SolanaWallet }

/** People who sell and buy on a local Solana, by an ingress that `request` reaches. */
export function solanaShop(lab: SettlementLab, request: Request) {
  const connection = new Connection(lab.solana.rpcUrl, 'confirmed')
  const wallet = async (): Promise<PlainWallet> => {
    const held = await lab.solana.wallet({ lamports: 10n ** 10n, microUsdc: 100_000_000n })
    return Object.assign(Keypair.fromSecretKey(fromBase58(held.secret_key) ?? new Uint8Array()), { held })
  }
  return {
    connection,
    wallet,
    /** A seller with a proved wallet, and a listing of $5.00. */
    async seller(): Promise<Registered & { wallet: PlainWallet; listingId: string }> {
      const by = await registerAccount({ request })
      const own = await wallet()
      await lab.sql(
        `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
        [by.username, own.held.address],
      )
      const sent = { title: 'On chain', price_cents: 500, refund_days: 7, status: 'live', delivery_markdown: '# Yours' }
      const { body } = await by.request('POST', '/api/listings', sent)
      return Object.assign(by, { wallet: own, listingId: String(body['listing_id']) })
    },
    /** Signs and sends what an intent gave; returns the signature. */
    async pay(payer: Keypair, base64: unknown): Promise<string> {
      const transaction = VersionedTransaction.deserialize(Buffer.from(String(base64), 'base64'))
      transaction.sign([payer])
      return connection.sendRawTransaction(transaction.serialize())
    },
  }
}
