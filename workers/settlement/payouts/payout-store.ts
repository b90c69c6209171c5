import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { Db } from '#shared/db/open-db.ts'

import type { PayoutCurrency, SignedPayout } from './payout-transaction.ts'

/**
 * A payout that may be sent now. `wallet` is where its recipient is paid today, `openedBy` the payout that opened the
 * recipient's token account; refunds open none.
 */
export type ReadyPayout = {
  id: string
  wallet: string
  amount: bigint
  currency: PayoutCurrency
  isAlone: boolean
  isRefund: boolean
  openedBy: string | null
}
export type OpenTransaction = {
  id: string
  signature: string
  raw: string
  lastValidBlockHeight: number
  /** A wallet that the transaction pays. */
  wallet: string
  currency: PayoutCurrency
  legs: number
}
export type Leg = { payoutId: string; wallet: string; amount: bigint; opens: boolean }

/** `stored`: these bytes may be sent. `daily_cap`: the treasury has paid enough today. `taken`: others changed a payout. */
export type StoreAnswer = 'stored' | 'daily_cap' | 'taken'

/** Seconds after signing before a transaction may count as expired, whatever height nodes name. */
export const LEAST_LIFE_S = 120

export type PayoutStore = ReturnType<typeof payoutStore>

/**
 * The statements of treasury transactions. Each is atomic, so any number of processes may send payouts: one stores the
 * bytes that pay a payout, and one records what became of them.
 */
export function payoutStore({ pg }: Pick<Db, 'pg'>) {
  const moved = async (name: string, text: string, values: unknown[]) =>
    (await pg.query({ name, text, values })).rowCount ?? 0

  return {
    /** Ready payouts whose recipient has a proved wallet that does not rest, oldest first. */
    async ready(limit: number): Promise<ReadyPayout[]> {
      const { rows } = await pg.query<{
        id: string
        wallet: string
        amount: string
        currency: PayoutCurrency
        is_alone: boolean
        is_refund: boolean
        opened_by: string | null
      }>({ name: 'payout-ready', text: READY, values: [limit] })
      return rows.map(({ amount, is_alone: isAlone, is_refund: isRefund, opened_by: openedBy, ...payout }) => ({
        ...payout,
        amount: BigInt(amount),
        isAlone,
        isRefund,
        openedBy,
      }))
    },

    /** Stores a signed transaction and takes its payouts, all or none, within what the treasury may pay in a day (UTC). */
    async store(
      signed: SignedPayout & { id: string; lastValidBlockHeight: number },
      { currency, legs }: { currency: PayoutCurrency; legs: readonly Leg[] },
      dailyCap: bigint,
    ): Promise<StoreAnswer> {
      const opening = legs.filter(({ opens }) => opens)
      const { rows } = await pg.query<{ answer: StoreAnswer }>({
        name: 'payout-store',
        text: STORE,
        values: [
          legs.map(({ payoutId }) => payoutId),
          legs.map(({ wallet }) => wallet),
          legs.map(({ amount }) => amount),
          signed.id,
          signed.signature,
          signed.raw,
          signed.lastValidBlockHeight,
          dailyCap,
          opening.map(({ wallet }) => wallet),
          opening.map(({ payoutId }) => payoutId),
          currency,
        ],
      })
      return rows[0]?.answer ?? 'taken'
    },

    /** Open transactions, those first that were not looked at for longest. */
    async open(limit: number): Promise<OpenTransaction[]> {
      const { rows } = await pg.query<{
        id: string
        signature: string
        raw: string
        last_valid_block_height: string
        wallet: string
        currency: PayoutCurrency
        legs: number
      }>({ name: 'payout-open', text: OPEN, values: [limit] })
      return rows.map(({ last_valid_block_height: height, ...row }) => ({
        ...row,
        lastValidBlockHeight: Number(height),
      }))
    },

    noteSent: (id: string) =>
      moved('payout-sent', `update payout_transaction set sent_at = now() where id = $1 and state = 'open'`, [id]),

    /** Micro-USDC or lamports of transactions that may still land. */
    async onTheWay(currency: PayoutCurrency): Promise<bigint> {
      const { rows } = await pg.query<{ amount: string }>({
        name: 'payout-on-the-way',
        text: ON_THE_WAY,
        values: [currency],
      })
      return BigInt(rows[0]?.amount ?? 0)
    },

    /** Records that a final block paid a transaction: payouts, payables and ledger at once. Returns how many were paid. */
    markPaid: (id: string, slot: number) => moved('payout-paid', PAID, [id, slot]),

    /**
     * Records that a transaction paid nobody and never will: it failed in a final block, or expired unseen. Its payouts
     * are free for new bytes: one that shared the transaction is sent alone, one that failed alone is held.
     */
    markVoid: (id: string, why: { state: 'failed'; error: string; slot: number } | { state: 'expired' }) =>
      moved('payout-void', VOID, [
        id,
        why.state,
        why.state === 'failed' ? why.error : null,
        why.state === 'failed' ? why.slot : null,
        LEAST_LIFE_S,
      ]),

    /** Sends payouts alone from now on, because their transaction fails with others in it. */
    separate: (ids: readonly string[]) =>
      moved('payout-separate', `update payout set is_alone = true where id = any($1::uuid[]) and state = 'ready'`, [
        ids,
      ]),

    hold: (id: string, reason: string) =>
      moved('payout-hold', `update payout set state = 'held', reason = $2 where id = $1 and state = 'ready'`, [
        id,
        reason,
      ]),

    /** Says why ready payouts wait; null when they wait no longer. */
    explain: (ids: readonly string[], reason: string | null) =>
      moved(
        'payout-explain',
        `update payout set reason = $2 where id = any($1::uuid[]) and state = 'ready' and reason is distinct from $2`,
        [ids, reason],
      ),

    newId: () => uuidv7(),
  }
}

// A refund goes to the wallet that paid. A seller's wallet is read when it is paid, so that a changed one rests first.
const WALLET = `case when p.seller_id is null then p.pay_to
  when u.status in ('active', 'deleted') and u.wallet_proved_at is not null and coalesce(u.wallet_rests_until <= now(), true) then u.solana_wallet end`

const READY = `
select p.id, ${WALLET} as wallet, p.amount, p.currency, p.is_alone, p.seller_id is null as is_refund, o.payout_id as opened_by
from payout p left join market_user u on u.id = p.seller_id left join payout_account o on o.wallet = ${WALLET}
where p.state = 'ready' and ${WALLET} is not null order by p.created_at, p.id limit $1`

const STORE = `
with wanted as (
  select * from unnest($1::uuid[], $2::text[], $3::bigint[]) as w(payout_id, wallet, amount)
), locked as (
  select p.id, p.amount, ${WALLET} as wallet from payout p left join market_user u on u.id = p.seller_id
  where p.id = any($1::uuid[]) and p.state = 'ready' and p.currency = $11 order by p.id for update of p
), fits as (
  select sum(w.amount)::bigint as amount from wanted w
  left join locked l on l.id = w.payout_id and l.amount = w.amount and l.wallet = w.wallet
  having count(*) = count(l.id)
), counted as (
  update account a set day = (now() at time zone 'utc')::date,
    day_spent = f.amount + case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end
  from fits f where a.id = case $11 when 'sol' then ${LEDGER.treasurySol} else ${LEDGER.treasuryUsdc} end
    and f.amount + case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end <= $8
  returning a.id
), stored as (
  insert into payout_transaction (id, signature, raw, last_valid_block_height)
  select $4, $5, $6, $7 from counted returning id
), legs as (
  insert into payout_leg (transaction_id, payout_id, wallet, amount) select s.id, w.payout_id, w.wallet, w.amount from stored s, wanted w
), opened as (
  insert into payout_account (wallet, payout_id) select o.wallet, o.payout_id
  from stored, unnest($9::text[], $10::uuid[]) as o(wallet, payout_id) on conflict do nothing
), sending as (
  update payout set state = 'sending', reason = null from stored where payout.id = any($1::uuid[])
)
select case when exists (select from stored) then 'stored' when exists (select from fits) then 'daily_cap' else 'taken' end as answer`

const OPEN = `
select t.id, t.signature, t.raw, t.last_valid_block_height, min(l.wallet) as wallet, min(p.currency) as currency, count(*)::int as legs
from payout_transaction t join payout_leg l on l.transaction_id = t.id join payout p on p.id = l.payout_id where t.state = 'open'
group by t.id order by coalesce(t.sent_at, t.signed_at), t.id limit $1`

const ON_THE_WAY = `
select coalesce(sum(l.amount), 0) as amount from payout_transaction t join payout_leg l on l.transaction_id = t.id
join payout p on p.id = l.payout_id where t.state = 'open' and p.currency = $1`

// An account that is missing makes the statement fail, because its id may not be null: nothing is recorded halfway.
const PAID = `
with decided as (
  update payout_transaction set state = 'paid', slot = $2, decided_at = now() where id = $1 and state = 'open' returning id
), done as (
  update payout p set state = 'paid', paid_at = now() from payout_leg l join decided d on d.id = l.transaction_id
  where p.id = l.payout_id returning p.id, p.seller_id, p.amount, p.currency
), settled as (
  update payable set state = 'paid' from done where payable.payout_id = done.id
), moved as (
  insert into transfer (kind, call_id, account_id, amount, currency, reason)
  select 'single', done.id, case when done.seller_id is not null then (select a.id from account a where a.code = 'seller_payable:' || done.seller_id)
    when done.currency = 'sol' then ${LEDGER.refundsSol} else ${LEDGER.refunds} end, done.amount, done.currency, 'market:payout'
  from done returning id, account_id, amount, currency
), sides as (
  insert into entry (transfer_id, account_id, amount, currency)
  select id, account_id, -amount, currency from moved
  union all select id, case currency when 'sol' then ${LEDGER.treasurySol} else ${LEDGER.treasuryUsdc} end, amount, currency from moved
)
select from done`

const VOID = `
with decided as (
  update payout_transaction set state = $2, failure = $3, slot = $4, decided_at = now()
  where id = $1 and state = 'open' and ($2 = 'failed' or signed_at < now() - make_interval(secs => $5)) returning id, signed_at
), dead as (
  update payout_leg l set is_live = false from decided d where l.transaction_id = d.id returning l.payout_id, l.amount
), freed as (
  update payout p set
    is_alone = p.is_alone or $2 = 'failed',
    state = case when $2 = 'failed' and (select count(*) from dead) = 1 then 'held' else 'ready' end,
    reason = case when $2 = 'failed' and (select count(*) from dead) = 1 then 'transfer_failed' end
  from dead where p.id = dead.payout_id returning p.id, p.currency
), uncounted as (
  update account a set day_spent = greatest(0, a.day_spent - (select sum(amount) from dead)::bigint) from decided d
  where a.id = case (select min(currency) from freed) when 'sol' then ${LEDGER.treasurySol} else ${LEDGER.treasuryUsdc} end
    and a.day = (d.signed_at at time zone 'utc')::date
)
select from freed`
