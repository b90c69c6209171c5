/**
 * SQL for the client of a payment: a keyed hash of the address it was sent from, found by the settlement key. Null for
 * payments without a call.
 */
export const clientOf = (key: string, network: string, asset: string): string => `(select p.client from payment_proof p
  where p.network = ${network} and p.asset = ${asset} and p.proof = substr(${key}, length(${network}) + length(${asset}) + 3))`

/**
 * SQL of a CTE that records the cost of our transaction if it failed or settled for a contract wallet. Reads the CTE
 * `decided`, which returns key, network, asset, payer, amount, state, transaction and is_contract.
 */
export const noteCost = (fee: string): string => `noted as (
    insert into settlement_cost (settlement_key, network, payer, client, is_contract, is_lost, fee, paid)
    select d.key, d.network, d.payer, ${clientOf('d.key', 'd.network', 'd.asset')}, d.is_contract, d.state = 'failed', ${fee},
      case d.state when 'paid' then d.amount else 0 end
    from decided d where ${fee} is not null and (d.is_contract or d.state = 'failed')
      and exists (select from settlement_transaction t where t.settlement_key = d.key and d.transaction = any(t.hashes))
    on conflict (settlement_key) do update
      set is_lost = excluded.is_lost, paid = excluded.paid, fee = excluded.fee, at = now()
  )`
