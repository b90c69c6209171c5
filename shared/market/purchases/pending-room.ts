/** Pending purchases on one rail of one account, its agents included. Each is looked for on chain, or asked for. */
export const MOST_PENDING = 20

/**
 * SQL: whether a purchase (alias `p`) is pending, in a form that leaves the plan no index but those of its buyer: of what
 * waits for its payment (`purchase_pending_of_buyer`), which has this condition to the letter, or of all that was bought.
 * Other indexes of what is pending hold the purchases of all buyers, and a plan that was made while they were empty would
 * read one of them whole.
 */
export const IS_PENDING = `coalesce(p.status, '') = 'pending'`

/** SQL: whether an account (SQL expression of its UUID) may open another purchase that waits for its payment. */
export const hasRoomSql = (account: string, rail: 'solana' | 'card'): string =>
  `(select coalesce(sum(c.pending), 0) < ${MOST_PENDING} from market_user u cross join lateral (
    select count(*) as pending from purchase p where p.buyer_id = u.id and p.rail = '${rail}' and ${IS_PENDING} and p.expires_at > now()
  ) c where u.account_id = ${account})`
