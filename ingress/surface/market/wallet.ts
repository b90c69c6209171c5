import { z } from 'zod'

import { SolanaWallet } from '#shared/market/users/account-fields.ts'
import { challengeWallet, proveWallet, removeWallet } from '#shared/market/users/prove-wallet.ts'
import { readOwnProfile } from '#shared/market/users/read-user.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'

const Ask = z.object({ solana_wallet: SolanaWallet })
const AskAnswer = z.object({
  message: z.string().describe('sign its UTF-8 bytes with the wallet, exactly as they are'),
  solana_wallet: z.string(),
  expires_at: z.string(),
  next: z.string(),
})
const Prove = z.object({
  solana_wallet: SolanaWallet,
  signature: z.string().trim().min(64).max(100).describe('Ed25519, 64 bytes as base58 or base64'),
})
const WalletAnswer = z.object({
  ok: z.literal(true),
  solana_wallet: z.string().nullable(),
  wallet_proved_at: z.string().nullable(),
})

/** The Solana wallet of an account, proved with a signed message. */
export function walletRoutes({ config, db }: MarketDeps): readonly Route[] {
  const { host } = new URL(config.publicBaseUrl)
  const about = { tag: 'Accounts', credential: 'key', scope: 'account', limit: 'market-write' } as const
  const walletOf = async (userId: string) => {
    const { solana_wallet, wallet_proved_at } = await readOwnProfile(await db.em(), userId)
    return { ok: true, solana_wallet, wallet_proved_at }
  }

  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/wallet/challenge',
      summary: 'Get the message a wallet has to sign',
      body: Ask,
      reply: AskAnswer,
      async handle({ actor, body: { solana_wallet } }) {
        const { message, expiresAt } = await challengeWallet(await db.em(), { host, actor, wallet: solana_wallet })
        return {
          body: { message, solana_wallet, expires_at: expiresAt, next: 'POST /api/auth/wallet with the signature.' },
        }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/wallet',
      summary: 'Set your Solana wallet by the message it signed',
      body: Prove,
      reply: WalletAnswer,
      refusals: ['conflict'],
      async handle({ actor, body: { solana_wallet: wallet, signature } }) {
        await proveWallet(db, { host, actor, wallet, signature })
        return { body: await walletOf(actor.userId) }
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/auth/wallet',
      summary: 'Take the wallet off your account',
      reply: WalletAnswer,
      async handle({ actor }) {
        await removeWallet(await db.em(), actor.userId)
        return { body: await walletOf(actor.userId) }
      },
    }),
  ]
}
