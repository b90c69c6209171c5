import type { Pool as PgPool } from 'pg'

import { inTransaction } from '#shared/db/in-transaction.ts'

/** What the token of a requested wrap is made of. */
export type WrapToMint = { id: string; purchaseId: string; ownerWallet: string; title: string }

/** The token that is signed: its mint, the account of the wallet that it goes to, and when the signature is void. */
export type SignedMint = { id: string; mint: string; tokenAccount: string; lastValidBlockHeight: number }

/** `signed`: the transaction may be handed out. `daily_cap`: enough was signed today. `over`: it is requested no longer. */
export type SignAnswer = 'signed' | 'daily_cap' | 'over'

/** One number for the lock under which signatures are counted. */
const COUNTED = 4_100_041

/** Reads a wrap whose token may still be signed; null when there is none. */
export async function readToMint(pg: PgPool, id: string): Promise<WrapToMint | null> {
  // SQL: read by the settlement process, which needs four columns.
  const { rows } = await pg.query<{ id: string; purchase_id: string; owner_wallet: string; title: string }>({
    name: 'wrap-to-mint',
    text: `select id, purchase_id, owner_wallet, title from wrap where id = $1::uuid and state = 'requested'`,
    values: [id],
  })
  const [row] = rows
  return row === undefined
    ? null
    : { id: row.id, purchaseId: row.purchase_id, ownerWallet: row.owner_wallet, title: row.title }
}

/**
 * Stores what is signed for a requested wrap before it is handed out: its mint, and the height beyond which nothing that
 * was signed for it can land. A wrap that was signed with another key is over. Each wrap counts once against the cap of its day (UTC), however often it is signed.
 */
export function noteSigned(
  pg: PgPool,
  { id, mint, tokenAccount, lastValidBlockHeight }: SignedMint,
  dailyCap: number,
): Promise<SignAnswer> {
  return inTransaction(pg, async (tx) => {
    // SQL: the cap is counted by one process at a time, whose statement sees what the one before wrote.
    await tx.query('select pg_advisory_xact_lock($1)', [COUNTED])
    // SQL: what is counted and what is signed are one statement.
    const { rows } = await tx.query<{ answer: SignAnswer }>({
      name: 'wrap-sign',
      text: SIGN,
      values: [id, mint, tokenAccount, lastValidBlockHeight, dailyCap],
    })
    return rows[0]?.answer ?? 'over'
  })
}

const SIGN = `
with today as (select count(*) as signed from wrap where signed_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'),
signed as (
  update wrap w set mint = $2, token_account = $3, signed_at = coalesce(w.signed_at, now()),
    last_valid_block_height = greatest(coalesce(w.last_valid_block_height, 0), $4::bigint)
  from today where w.id = $1::uuid and w.state = 'requested' and coalesce(w.mint, $2) = $2 and (w.signed_at is not null or today.signed < $5::int) returning w.id
)
select case when exists (select from signed) then 'signed' when (select signed from today) >= $5::int then 'daily_cap' else 'over' end as answer`
