import { setTimeout as pause } from 'node:timers/promises'

import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js'
import { z } from 'zod'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'

import { AccessError } from './installation-access.ts'
import { type PaidAnswer, refuseRealMoney } from './pay-call.ts'
import type { PlaygroundFacts } from './read-playground.ts'

/** How often a payment is confirmed, and milliseconds between, until every node shows it. */
const MOST_LOOKS = 30
const BETWEEN_MS = 500

const Intent = z.object({ purchase_id: z.string(), transaction: z.base64() })

/**
 * Buys a listing of a playground in SOL or USDC for an account (its API key), in one transaction that the demo wallet
 * signs and sends. Throws AccessError unless it is a playground.
 */
export async function buyOnSolana(
  playground: PlaygroundFacts,
  {
    listing,
    offer,
    currency,
    apiKey,
  }: { listing: string; offer: string | null; currency: 'sol' | 'usdc'; apiKey: string },
): Promise<PaidAnswer> {
  await refuseRealMoney(playground, 'solana')
  const { wallet, rpc_url: rpcUrl } = playground.solana
  const post = async (path: string, body: unknown): Promise<PaidAnswer> => {
    const response = await fetch(playground.base_url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      throw new AccessError(`Nothing answers at ${playground.base_url}.`, { cause: error })
    })
    return { status: response.status, paid: null, payment_header: null, answer: await response.json() }
  }
  const asked = await post('/api/purchases/solana/intent', {
    listing_id: listing,
    resale_offer_id: offer,
    currency,
    payer: wallet.address,
  })
  const intent = Intent.safeParse(asked.answer)
  if (!intent.success) return asked
  const transaction = VersionedTransaction.deserialize(Buffer.from(intent.data.transaction, 'base64'))
  transaction.sign([Keypair.fromSecretKey(fromBase58(wallet.secret_key) ?? new Uint8Array())])
  const signature = await new Connection(rpcUrl, 'confirmed').sendRawTransaction(transaction.serialize())
  const sent = { purchase_id: intent.data.purchase_id, signature }
  for (let looks = 1; ; looks += 1) {
    const confirmed = await post('/api/purchases/solana/confirm', sent)
    if (confirmed.status !== 202 || looks >= MOST_LOOKS) return { ...confirmed, paid: { transaction: signature } }
    await pause(BETWEEN_MS)
  }
}
