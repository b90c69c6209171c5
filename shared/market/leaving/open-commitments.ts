import type { ClientBase, Pool as PgPool } from 'pg'

/** Something that has to end before an account is erased. `id` is what its own routes take. */
export type OpenCommitment = {
  kind: 'auction' | 'bid' | 'purchase' | 'sale' | 'payable' | 'payout' | 'job' | 'seller_call'
  id: string
  /** What ends it, in a sentence. */
  ends: string
}

/**
 * How long a closed account waits for its payables to be paid out, in days. Then it is erased all the same: what is due
 * stays under the pseudonym, and whoever has the claim token of the account proves a wallet for it (`claim-payouts.ts`).
 */
export const PAYABLES_WAIT_DAYS = 90

/** Most that one answer lists. */
const MOST = 100

/**
 * What the users still owe others or are owed: auctions with bids, bids that lead, purchases and sales that are open, not
 * delivered or disputed, hires in escrow, calls of endpoints, and money that is not paid out, but for what is due and
 * waited for 90 days. At most 100, oldest first.
 */
export async function openCommitments(sql: PgPool | ClientBase, userIds: readonly string[]): Promise<OpenCommitment[]> {
  // SQL: a union over what nine tables say.
  const { rows } = await sql.query<OpenCommitment>({ name: 'leaving-open', text: OPEN, values: [userIds] })
  return rows
}

const UNDONE = `(p.status in ('pending', 'disputed') or (p.status in ('paid', 'partially_refunded') and p.delivery_status = 'awaiting'))`
const PURCHASE_ENDS = `case when p.status = 'pending' then 'It is paid, canceled or expires.'
  when p.status = 'disputed' then 'The bank decides the dispute.' else 'It is delivered or refunded.' end`

const OPEN = `
select kind, id, ends from (
  select 'auction' as kind, public_id('lst', l.id) as id, 'The auction ends, and its winner pays or does not.' as ends, a.ends_at as at
    from auction a join listing l on l.id = a.listing_id
    where l.owner_id = any($1) and a.bid_count > 0 and (a.state = 'open' or a.accept_until > now())
  union all
  select 'bid', public_id('lst', a.listing_id), 'The auction ends, or somebody bids more.', a.ends_at
    from auction a where a.leader_id = any($1) and (a.state = 'open' or a.accept_until > now())
  union all
  select 'bid', public_id('lst', a.listing_id), 'You pay what you won, or the time to pay ends.', a.pay_until
    from auction a where a.winner_id = any($1) and a.state = 'sold' and a.pay_until > now()
      and not exists (select from purchase p where p.listing_id = a.listing_id and p.buyer_id = a.winner_id and p.paid_at is not null)
  union all
  select 'purchase', public_id('pur', p.id), ${PURCHASE_ENDS}, p.created_at from purchase p where p.buyer_id = any($1) and ${UNDONE}
  union all
  select 'sale', public_id('pur', p.id), ${PURCHASE_ENDS}, p.created_at from purchase p where p.seller_id = any($1) and ${UNDONE}
  union all
  select 'payable', y.id::text, case when y.amount < 0 then 'Later sales, or a payment to support, settle the debt.'
    else 'It is paid out; this takes a proved wallet. After ${PAYABLES_WAIT_DAYS} days it waits for your claim token instead.' end, y.created_at
    from payable y where y.seller_id = any($1) and y.state in ('waiting', 'due', 'in_payout') and y.amount <> 0
      and not (y.state = 'due' and exists (select from account_deletion d
        where d.user_id = any($1) and d.closed_at < now() - interval '${PAYABLES_WAIT_DAYS} days'))
  union all
  select 'payout', public_id('pay', o.id), 'It is final on chain.', o.created_at from payout o where o.seller_id = any($1) and o.state <> 'paid'
  union all
  select 'job', public_id('job', e.job_id), 'The work is accepted, given back or decided.', e.funded_at
    from engagement e where (e.poster_id = any($1) or e.worker_id = any($1)) and e.decided_at is null
  union all
  select 'seller_call', c.call_id::text, 'The call ends.', c.opened_at from seller_call c where c.seller_id = any($1) and c.state = 'open'
) open order by at limit ${MOST}`
