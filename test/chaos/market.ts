import { setTimeout as pause } from 'node:timers/promises'

import type { Client } from 'pg'

import type { Db } from '#shared/db/open-db.ts'
import { openSession } from '#shared/market/users/sessions.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { TestSolana } from '../support/fakes/chains.ts'
import { openAsker } from './asker.ts'

/** What a buyer saw of one purchase it wanted, and of the refund it may have had of its seller. */
export type SeenSale = { idem: string; ids: Set<string>; isBought: boolean; isRefunded: boolean; gaveUp: boolean }

/** A seller with a proved wallet, a session, and a listing that is sold without a refund window. */
export type Shop = { sellerId: string; wallet: string; session: Record<string, string>; listingId: string }

const TRIES = 40
const CENTS = 200

/** Opens shops of so many sellers, before anything is broken. Their names begin with `prefix`. */
export async function openShops(
  { db, mint, solana }: { db: Db; mint: CredentialMint; solana: TestSolana },
  prefix: string,
  count: number,
): Promise<Shop[]> {
  const shops: Shop[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const { address } = await solana.wallet()
    const { rows } = await db.pg.query<{ seller: string; listing: string }>(
      `with seller as (
         insert into market_user (id, account_id, username, skeleton, email, solana_wallet, proved_wallet, wallet_proved_at)
         select id, id, $1, $1, $1 || '@mail.example', $2, $2, now() from (select gen_random_uuid() as id) i returning id
       ), listing as (
         insert into listing (id, owner_id, slug, status, published_at, title, summary, description, category, listing_kind, listing_type, price_cents, delivery_url)
         select gen_random_uuid(), id, $1, 'live', now(), 'Sold', '', '', 'coding', 'skill', 'fixed', ${CENTS}, 'https://seller.example/x' from seller returning id
       )
       select seller.id as seller, listing.id as listing from seller, listing`,
      [`${prefix}${nth}`, address],
    )
    const [row] = rows
    if (row === undefined) throw new Error('a shop was not opened')
    shops.push({
      sellerId: row.seller,
      wallet: address,
      session: await bearerOf(db, mint, row.seller),
      listingId: `lst_${row.listing.replaceAll('-', '')}`,
    })
  }
  return shops
}

/** Registers a buyer; returns the header that says who it is. */
export async function openBuyer(db: Db, mint: CredentialMint, name: string): Promise<Record<string, string>> {
  const { rows } = await db.pg.query<{ id: string }>(
    `insert into market_user (id, account_id, username, skeleton, email)
     select id, id, $1, $1, $1 || '@mail.example' from (select gen_random_uuid() as id) i returning id`,
    [name],
  )
  return bearerOf(db, mint, rows[0]?.id ?? '')
}

const bearerOf = async (db: Db, mint: CredentialMint, userId: string) => ({
  authorization: `Bearer ${mint.issue('ss', await openSession(await db.em(), mint, userId))}`,
})

/**
 * Buys with prepaid keys one after the other, each purchase until it is answered 200; every third is refunded by its
 * seller, unless it was paid out before (409). Broken connections, 5xx and 429 are tried again with the same key.
 */
export async function runBuyer(options: {
  addresses: () => string[]
  keys: string[]
  shops: readonly Shop[]
  number: number
  until: number
  log: SeenSale[]
}): Promise<void> {
  const { addresses, keys, shops, number, until, log } = options
  const asker = openAsker({ addresses, number, until, tries: TRIES })
  for (let nth = 0; Date.now() < until; nth += 1) {
    const shop = shops[(number + nth) % shops.length]
    if (shop === undefined) return
    const sale: SeenSale = {
      idem: `b${number}-${nth}`,
      ids: new Set(),
      isBought: false,
      isRefunded: false,
      gaveUp: false,
    }
    log.push(sale)
    const headers = { 'x-service-key': keys[(number + nth) % keys.length] ?? '', 'idempotency-key': sale.idem }
    // Twice with one Idempotency-Key: the second is answered with the first.
    for (let time = 0; time < 2; time += 1) {
      const bought = await asker.until(`/api/purchases/x402/${shop.listingId}`, { headers }, [200])
      sale.gaveUp ||= bought === null
      if (bought !== null) sale.ids.add(String(bought.body['purchase_id']))
    }
    const [id] = sale.ids
    sale.isBought = id !== undefined
    if (id !== undefined && nth % 3 === 0) {
      const given = await asker.until(`/api/purchases/${id}/refund`, { headers: shop.session }, [200, 409])
      sale.isRefunded = given?.status === 200
    }
    await pause(100)
  }
  await asker.close()
}

/** Waits until no payout is being sent, or the time is over. */
export async function untilPaidOut(db: Db, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const open = await db.pg
      .query(
        `select from payout where state <> 'paid' union all
         (select from payable where state in ('waiting', 'due') and currency = 'usdc' group by seller_id having sum(amount) > 0)`,
      )
      .then(
        ({ rowCount }) => rowCount,
        () => null,
      )
    if (open === 0) return
    await pause(500)
  }
}

/** What is wrong with the sales of a run, one line each: purchases that are lost or there twice, and sellers paid otherwise than is written down. */
export async function verifySales(
  pg: Client,
  log: readonly SeenSale[],
  { shops, solana }: { shops: readonly Shop[]; solana: TestSolana },
): Promise<string[]> {
  const wrong: string[] = []
  const { rows } = await pg.query<{ id: string; status: string }>(
    `select 'pur_' || replace(id::text, '-', '') as id, status from purchase where rail = 'prepaid'`,
  )
  const states = new Map(rows.map(({ id, status }) => [id, status]))
  const seen = new Set(log.flatMap(({ ids }) => [...ids]))
  for (const { idem, ids, isRefunded } of log) {
    if (ids.size > 1) wrong.push(`${idem}: bought ${ids.size} times with one key: ${[...ids].join(', ')}`)
    for (const id of ids) {
      const state = states.get(id)
      if (state !== (isRefunded ? 'refunded' : 'paid'))
        wrong.push(`${idem}: ${id} is ${state ?? 'not there'}, refunded: ${String(isRefunded)}`)
    }
  }
  const unanswered = log.filter(({ isBought }) => !isBought).length
  const unseen = [...states.keys()].filter((id) => !seen.has(id)).length
  if (unseen > unanswered)
    wrong.push(`${unseen} purchases were made that nobody was told of, and ${unanswered} were not answered`)
  for (const { sellerId, wallet } of shops) {
    const { rows: payouts } = await pg.query<{ amount: string }>(
      `select coalesce(sum(amount), 0) as amount from payout where seller_id = $1 and state = 'paid'`,
      [sellerId],
    )
    const arrived = (await solana.transfersTo(wallet)).reduce((sum, { microUsdc }) => sum + microUsdc, 0n)
    const paid = BigInt(payouts[0]?.amount ?? 0)
    if (arrived !== paid) wrong.push(`a seller got ${arrived} micro-USDC and ${paid} are written down as paid`)
  }
  return wrong
}
