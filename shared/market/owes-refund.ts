/**
 * Days for which a seller goes on selling while a payment that could not pay (a second one, a late one, one whose quote had
 * expired) waits to be given back by him. He did not cause it, and a buyer can make one whenever he likes.
 */
export const SURPLUS_GRACE_DAYS = 5

/** SQL: whether a seller (`seller`, an SQL expression) sells nothing now, because he has a refund to pay back. */
export const owesRefundSql = (seller: string): string =>
  `exists (select from solana_refund due where due.seller_id = ${seller} and due.settled_at is null and due.stops_sales_at <= now())`

/**
 * SQL: whether a seller is paid out nothing now, because he has a refund to pay back. What he is owed in USDC pays one in
 * USDC as soon as it is enough, so it is kept together from the beginning.
 */
export const keepsPayoutsSql = (seller: string): string =>
  `exists (select from solana_refund due where due.seller_id = ${seller} and due.settled_at is null and (due.currency = 'usdc' or due.stops_sales_at <= now()))`
