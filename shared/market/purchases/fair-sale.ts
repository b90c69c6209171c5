const WALLETS_OF_SELLER = `
select w.wallet from market_user s join market_user m on m.account_id = s.account_id
cross join lateral (values (m.solana_wallet), (m.proved_wallet)) as w(wallet) where s.id = p.seller_id and w.wallet is not null`

/**
 * SQL condition on purchase `p`: buyer and seller are two owners, as far as we can see. False when both belong to one
 * owner or have proved the same wallet, and when a wallet of the seller paid, directly or as money of the prepaid key.
 */
export const BETWEEN_OWNERS = `
not exists (
  select from market_user b join market_user s on s.id = p.seller_id
  where b.id = p.buyer_id and (b.account_id = s.account_id or b.proved_wallet in (${WALLETS_OF_SELLER})))
and (p.payer_wallet is null or p.payer_wallet not in (${WALLETS_OF_SELLER}))
and not exists (
  select from transfer t join payment_proof f on f.call_id = t.call_id
  where t.account_id = p.payer_account_id and t.reason in ('purchase:x402', 'credit:x402') and f.payer in (${WALLETS_OF_SELLER}))`
