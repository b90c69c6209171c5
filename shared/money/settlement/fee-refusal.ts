import type { Pool as PgPool } from 'pg'

/** Settlements that may fail on chain: within an hour for one client address, within a day for one wallet. */
export const MOST_LOST_BY_CLIENT = 5
export const MOST_LOST_BY_PAYER = 3

/** Wei that contract wallets may cost in a day beyond what they paid: 0.002 ETH each, 0.01 ETH those of one client address. */
const PAYER_ALLOWANCE_WEI = 2_000_000_000_000_000n
const CLIENT_ALLOWANCE_WEI = 10_000_000_000_000_000n
/** What a micro-USDC that was paid counts for: one ETH is taken for 5,000 USD. */
const WEI_PER_MICRO_USDC = 200_000_000n

/** Why no network fee is paid for a wallet or a client address at present. Only time ends it. */
export type FeeRefusal =
  | 'client_settlements_failed_on_chain'
  | 'client_gas_allowance_used'
  | 'payer_settlement_failed_on_chain'
  | 'payer_gas_allowance_used'

/**
 * SQL of the reason, a FeeRefusal, why no network fee is paid for a payer or a client at present; null when one is. A contract
 * wallet is refused for a day after one settlement of it failed on chain, because it can repeat that for nothing; a wallet of
 * a key is refused after three.
 */
export const feeRefusal = (network: string, payer: string, client: string): string => `(
  select case
    when (select count(*) from settlement_cost c
      where c.client = ${client} and c.is_lost and c.at > now() - interval '1 hour') >= ${MOST_LOST_BY_CLIENT}
      then 'client_settlements_failed_on_chain'
    when (select sum(c.fee) - ${WEI_PER_MICRO_USDC}::numeric * sum(c.paid) from settlement_cost c
      where c.client = ${client} and c.is_contract and c.at > now() - interval '1 day') > ${CLIENT_ALLOWANCE_WEI}
      then 'client_gas_allowance_used'
    when of_payer.lost >= ${MOST_LOST_BY_PAYER} or of_payer.lost_by_contract then 'payer_settlement_failed_on_chain'
    when of_payer.owed > ${PAYER_ALLOWANCE_WEI} then 'payer_gas_allowance_used'
  end
  from (
    select count(*) filter (where c.is_lost) as lost, bool_or(c.is_lost and c.is_contract) as lost_by_contract,
      sum(case when c.is_contract then c.fee - ${WEI_PER_MICRO_USDC}::numeric * c.paid end) as owed
    from settlement_cost c where c.network = ${network} and c.payer = ${payer} and c.at > now() - interval '1 day'
  ) of_payer
)`

/** Takes away up to `limit` costs that no decision looks at any more. */
export async function purgeSettlementCosts(pg: PgPool, limit = 10_000): Promise<void> {
  await pg.query(
    `delete from settlement_cost where settlement_key = any(array(
      select settlement_key from settlement_cost where at < now() - interval '2 days' order by at limit $1))`,
    [limit],
  )
}
