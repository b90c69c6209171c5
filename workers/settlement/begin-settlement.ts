import { type FeeRefusal, feeRefusal, MOST_LOST_BY_CLIENT } from '#shared/money/settlement/fee-refusal.ts'

import { clientOf } from './note-cost.ts'

/**
 * Why a settlement does not begin. `theirs`: any process began it before. `busy`: another settlement of this contract
 * wallet, or too many contract wallets of this client, are in progress; try again after them. Any other reason is a
 * refusal.
 */
export type NotBegun = 'theirs' | 'busy' | FeeRefusal

/** Result row of the statements below. */
export type Judged = { not_begun: NotBegun | null }

// Open settlements of a client's contract wallets count as lost, so that together they never exceed the loss limit.
const IS_BUSY = `(exists (select from settlement o where o.network = $2 and o.payer = $4 and o.state = 'open' and o.is_contract)
  or (select count(*) from settlement o where o.network = $2 and o.state = 'open' and o.is_contract
      and ${clientOf('o.key', 'o.network', 'o.asset')} = known.client)
    + (select count(*) from settlement_cost c where c.client = known.client and c.is_lost and c.at > now() - interval '1 hour')
    >= ${MOST_LOST_BY_CLIENT})`

/**
 * CTEs that begin a settlement, unless there is a reason not to. A settlement that was only looked up (`seen`) begins
 * too, if its terms are the same.
 */
const beginCtes = (callData: string, isContract: string): string => `known as materialized (
    select exists (select from settlement s where s.key = $1 and s.state <> 'seen') as is_theirs,
      ${clientOf('$1::text', '$2::text', '$3::text')} as client
  ),
  judged as materialized (
    select case when is_theirs then 'theirs'
      else coalesce(${feeRefusal('$2::text', '$4::text', 'known.client')}, case when ${isContract} and ${IS_BUSY} then 'busy' end)
    end as not_begun from known
  ),
  fresh as (
    insert into settlement as s (key, network, asset, payer, pay_to, amount, seen_height, call_data, is_contract)
    select $1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $7::bigint, ${callData}, ${isContract}
    from judged where not_begun is null
    on conflict (key) do update set state = 'open', call_data = excluded.call_data, is_contract = excluded.is_contract
    where s.state = 'seen' and s.pay_to = excluded.pay_to and s.amount = excluded.amount returning key
  )`

// The nonce is taken only for a row that was written, so concurrent processes leave no gap.
export const TAKE_NONCE = `with ${beginCtes('$8::text', '$13::bool')}, taken as (
    update settlement_sender set next_nonce = next_nonce + 1 from fresh
    where network = $2 and address = $9 returning next_nonce - 1 as nonce
  ),
  slot as (
    insert into settlement_transaction (settlement_key, network, sender, nonce, gas, max_fee, priority_fee)
    select fresh.key, $2::text, $9::text, taken.nonce, $10::bigint, $11::bigint, $12::bigint from fresh, taken
    returning id, sender, nonce, raws, hashes, gas, max_fee, priority_fee
  )
  select judged.not_begun, slot.* from judged left join slot on true`

/**
 * The same with the nonce that the transaction was signed for, stored together. When the sender's next nonce is another one,
 * `nonce` is null, which the check `settlement_transaction_nonce` refuses: the whole statement changes nothing then.
 */
export const TAKE_SIGNED = `with ${beginCtes('$8::text', '$13::bool')}, taken as (
    update settlement_sender set next_nonce = next_nonce + 1 from fresh
    where network = $2 and address = $9 and next_nonce = $14::bigint returning next_nonce - 1 as nonce
  ),
  slot as (
    insert into settlement_transaction (settlement_key, network, sender, nonce, gas, max_fee, priority_fee, raws, hashes, sent_at)
    select key, $2::text, $9::text, (select nonce from taken), $10::bigint, $11::bigint, $12::bigint, array[$15::text], array[$16::text], now() from fresh
    returning id, sender, nonce, raws, hashes, gas, max_fee, priority_fee
  )
  select judged.not_begun, slot.* from judged left join slot on true`

export const STORE_SOLANA = `with ${beginCtes('null', 'false')}, stored as (
    insert into settlement_transaction (settlement_key, network, sender, raws, hashes, sent_at)
    select key, $2::text, $8::text, array[$9::text], array[$10::text], now() from fresh returning id
  )
  select judged.not_begun, exists (select from stored) as is_stored from judged`
