/**
 * SQL: micro-USDC that refunds by card which are under way will take from a seller (`seller`, an SQL expression), but for
 * that of `purchase`: their processor was asked, and has not answered. What is due covers them before anything else. A
 * share that is not due yet covers its own refund.
 */
export const promisedRefunds = (seller: string, purchase: string): string => `
(select coalesce(sum(o.amount), 0) from card_refund f join card_payment c on c.purchase_id = f.purchase_id and c.state = 'paid'
  join payable o on o.purchase_id = f.purchase_id and o.amount > 0 and (o.state in ('in_payout', 'paid') or (o.state in ('waiting', 'due') and o.due_at <= now()))
  where f.state = 'asked' and f.purchase_id <> ${purchase} and o.seller_id = ${seller})`

/** SQL: whether a refund by card is under way that a seller bears. */
export const hasRefundUnderWay = (seller: string): string => `
exists (select from card_refund f join card_payment c on c.purchase_id = f.purchase_id and c.state = 'paid'
  join purchase s on s.id = f.purchase_id where f.state = 'asked' and s.seller_id = ${seller})`
