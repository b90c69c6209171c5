import type { Pool as PgPool } from 'pg'

/** Settlements that may fail on chain: per client address in an hour, and per wallet in a day. */
export const MOST_LOST_BY_CLIENT = 5
export const MOST_LOST_BY_PAYER = 3

/**
 * Wei per day that contract wallets may cost beyond what they paid: 0.002 ETH per wallet, 0.01 ETH per client address.
 */
const PAYER_ALLOWANCE_WEI = 2_000_000_000_000_000n
const CLIENT_ALLOWANCE_WEI = 10_000_000_000_000_000n
/** Wei credited per micro-USDC paid, at an assumed 5,000 USD per ETH. */
const WEI_PER_MICRO_USDC = 200_000_000n

/** Why no network fee is paid for a wallet or a client address at present. It only expires with time. */
export type FeeRefusal =
  | 'client_settlements_failed_on_chain'
  | 'client_gas_allowance_used'
  | 'payer_settlement_failed_on_chain'
  | 'payer_gas_allowance_used'

/**
 * SQL that evaluates to the FeeRefusal of a payer or a client; null when a network fee may be paid. A contract wallet
 * is refused for a day after one settlement failed on chain, because it can repeat that at no cost; a key-based wallet
 * is refused after three.
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

/** Removes up to `limit` costs older than two days, which no decision reads any more. */
export async function purgeSettlementCosts(pg: PgPool, limit = 10_000): Promise<void> {
  await pg.query(
    `delete from settlement_cost where settlement_key = any(array(
      select settlement_key from settlement_cost where at < now() - interval '2 days' order by at limit $1))`,
    [limit],
  )
}
