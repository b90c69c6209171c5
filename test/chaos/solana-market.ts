import { setTimeout as pause } from 'node:timers/promises'

import type { Db } from '#shared/db/open-db.ts'

import type { TestSolana } from '../support/fakes/chains.ts'
import { openAsker } from './asker.ts'
import type { Shop } from './market.ts'
import { type ChaosWallet, openWallet } from './wallet.ts'

/** A transaction that a wallet sent for an order, and what it was told of it. */
export type SeenPayment = {
  for: 'purchase' | 'boost' | 'refund'
  id: string
  signature: string
  /** Told that it pays. */
  isTold: boolean
  /** Told that it does not pay, which is never true of an honest one. */
  rejected: string | null
  /** Its seller was told that its refund is given. */
  isRefunded: boolean
}

type Given = { addresses: () => string[]; number: number; until: number; log: SeenPayment[]; wallet: ChaosWallet }

const PAUSE_MS = 150

/**
 * Buys on Solana one after the other, every third in SOL: half of the payments are confirmed and half are left to be
 * found; every fifth purchase is paid twice; every third that was confirmed is refunded by its seller.
 */
export async function runSolanaBuyer(
  given: Given & { shops: readonly Shop[]; session: Record<string, string> },
): Promise<void> {
  const { number, until, log, wallet, shops, session } = given
  const asker = openAsker(given)
  const intend = async (shop: Shop, currency: string) => {
    const body = { listing_id: shop.listingId, currency, payer: wallet.address }
    const answer = await asker.until('/api/purchases/solana/intent', { headers: session, body }, [200, 409])
    return answer?.status === 200 ? answer.body : null
  }
  for (let nth = 0; Date.now() < until; nth += 1) {
    const shop = shops[(number + nth) % shops.length]
    const currency = nth % 3 === 2 ? 'sol' : 'usdc'
    const intent = shop === undefined ? null : await intend(shop, currency)
    if (shop === undefined || intent === null) {
      await pause(PAUSE_MS)
      continue
    }
    const id = String(intent['purchase_id'])
    const { signature, hasLanded } = await wallet.pay(String(intent['transaction']))
    const seen: SeenPayment = { for: 'purchase', id, signature, isTold: false, rejected: null, isRefunded: false }
    log.push(seen)
    // The same purchase again, before anybody looked: a second payment, or one of another purchase.
    const again = nth % 5 === 4 ? await intend(shop, currency) : null
    if (again !== null) {
      const second = await wallet.pay(String(again['transaction']))
      if (second.signature !== signature)
        log.push({ ...seen, id: String(again['purchase_id']), signature: second.signature })
    }
    if (hasLanded && nth % 2 === 0) await confirm(seen)
    if (seen.isTold && nth % 6 === 0) {
      const sent = { headers: shop.session, body: { reason: 'chaos' } }
      // 409 while the payment is not final.
      const refund = await asker.until(`/api/purchases/${id}/refund`, sent, [200, 409])
      seen.isRefunded = refund?.status === 200
    }
    await pause(PAUSE_MS)
  }
  await asker.close()

  async function confirm(seen: SeenPayment): Promise<void> {
    const body = { purchase_id: seen.id, signature: seen.signature }
    const told = await asker.until('/api/purchases/solana/confirm', { headers: session, body }, [200, 409])
    const { state } = Object(told?.body['payment'])
    seen.isTold = told?.status === 200 && state === 'paid'
    seen.rejected = told?.status === 409 ? JSON.stringify(told.body) : null
  }
}

/**
 * A seller who signs for every refund that waits for him, once each, and boosts his listing now and then; half of the
 * boosts are confirmed. Goes on until `isOver`, which may be after the load.
 */
export async function runSolanaSeller(given: Given & { db: Db; shop: Shop; isOver: () => boolean }): Promise<void> {
  const { log, wallet, db, shop, isOver } = given
  const asker = openAsker({ ...given, until: Infinity, tries: 40 })
  const signed = new Set<string>()
  for (let nth = 0; !isOver(); nth += 1) {
    for (const id of await owed()) {
      const sent = { headers: shop.session, body: { payer: wallet.address } }
      const asked = await asker.until(`/api/purchases/${id}/refund/solana`, sent, [200, 404, 409])
      const reference = String(asked?.body['reference'])
      if (asked?.status !== 200 || signed.has(reference)) continue
      const { signature, hasLanded } = await wallet.pay(String(asked.body['transaction']))
      // What was not seen to land may land yet; who signs again then pays twice, so this one waits for its bytes to die.
      if (hasLanded) signed.add(reference)
      log.push({ for: 'refund', id, signature, isTold: false, rejected: null, isRefunded: false })
    }
    if (nth % 8 === 1 && Date.now() < given.until) await boost(nth)
    await pause(700)
  }
  await asker.close()

  async function owed(): Promise<string[]> {
    const found = await db.pg
      .query<{ id: string }>(
        `select distinct 'pur_' || replace(purchase_id::text, '-', '') as id from solana_refund where seller_id = $1 and settled_at is null`,
        [shop.sellerId],
      )
      .catch(() => null)
    return (found?.rows ?? []).map(({ id }) => id)
  }

  async function boost(nth: number): Promise<void> {
    const path = `/api/listings/${shop.listingId}/priority/solana`
    const body = { tier_id: 'day', currency: nth % 16 === 1 ? 'usdc' : 'sol', payer: wallet.address }
    const intent = await asker.until(`${path}/intent`, { headers: shop.session, body }, [200, 409])
    if (intent?.status !== 200) return
    const id = String(intent.body['intent_id'])
    const { signature, hasLanded } = await wallet.pay(String(intent.body['transaction']))
    const seen: SeenPayment = { for: 'boost', id, signature, isTold: false, rejected: null, isRefunded: false }
    log.push(seen)
    if (!hasLanded || nth % 16 === 1) return
    const sent = { headers: shop.session, body: { intent_id: id, signature } }
    const told = await asker.until(`${path}/confirm`, sent, [200, 409])
    seen.isTold = told?.status === 200 && Object(told.body['payment']).state === 'paid'
    seen.rejected = told?.status === 409 ? JSON.stringify(told.body) : null
  }
}

/** Wallets of so many people. */
export const openWallets = (solana: TestSolana, count: number): Promise<ChaosWallet[]> =>
  Promise.all(Array.from({ length: count }, () => openWallet(solana)))
