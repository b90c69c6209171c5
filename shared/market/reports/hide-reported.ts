import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { SOLANA } from '#shared/chains/networks.ts'

/** Thresholds at which reports hide a listing without an operator. */
export const HIDING = {
  /** Minimum sum of weights. Each account counts once; one that paid here counts as `weightOfPaid`. */
  weight: 5,
  weightOfPaid: 2,
  /** Minimum number of networks (IPv4 /24, IPv6 /48) the reports come from. */
  networks: 3,
  /** Minimum time between the first and the last report. */
  spreadMinutes: 60,
  /** Minimum age of an account whose reports count. */
  accountHours: 24,
} as const

/**
 * Hides a listing that has enough open reports, inside the caller's transaction with the listing locked. Reports do not
 * count from young accounts, from the seller's own account, from accounts that bid on it now, or from accounts and
 * networks whose report of this listing an operator dismissed. An owner and their agents are one account.
 */
export async function hideReported(em: EntityManager, listingId: string): Promise<void> {
  // SQL: the reports are weighed and the listing hidden in one statement.
  await connectionOf(em).query(HIDE, [listingId])
}

// A wallet belongs to an account that proved it by a signature (wallet_proved_at). Its payments count when settled on
// chain.
const HAS_PAID = `exists (
  select from market_user w join payment_proof p on p.network = '${SOLANA}' and p.payer = w.solana_wallet
  where w.account_id = r.account_id and w.wallet_proved_at is not null and p.state = 'settled')`

const HIDE = `
with counted as (
  select r.account_id, r.network, r.created_at, case when ${HAS_PAID} then ${HIDING.weightOfPaid} else 1 end as weight
  from report r join market_user u on u.id = r.account_id
  where r.listing_id = $1 and r.state = 'open' and u.created_at < now() - interval '${HIDING.accountHours} hours'
    and r.account_id <> account_of_listing($1)
    and not exists (
      select from auction a join bid b on b.listing_id = a.listing_id and b.round = a.round join market_user m on m.id = b.bidder_id
      where a.listing_id = $1 and m.account_id = r.account_id)
    and not exists (
      select from report d where d.listing_id = $1 and d.state = 'dismissed'
        and (d.account_id = r.account_id or d.network = r.network))
), by_account as (
  select max(weight) as weight from counted group by account_id
)
update listing set hidden_at = clock_timestamp() where id = $1 and hidden_at is null
  and (select sum(weight) from by_account) >= ${HIDING.weight}
  and (select count(distinct network) >= ${HIDING.networks}
    and max(created_at) - min(created_at) >= interval '${HIDING.spreadMinutes} minutes' from counted)`
