import { fragment } from '#shared/db/fragment.ts'

/** SQL: the wallet of a payment, in the form of an owner; see `walletOwner` of store/caller.ts. */
const WALLET = fragment`'wallet:' || p.network || ':' || case when starts_with(p.network, 'eip155:') then lower(p.payer) else p.payer end`

/**
 * Expression for the wallet that first paid for an owner (a key's account or a pass), in the form of an owner. Null for
 * a wallet, and for an owner that no wallet paid for.
 */
export const funderOf = (owner: string) => fragment`coalesce(
  (select ${WALLET} from transfer t join payment_proof p on p.call_id = t.call_id
    where t.account_id = substring(${owner}::text from '^account:([0-9]+)$')::bigint and t.reason in ('purchase:x402', 'credit:x402')
    order by t.id limit 1),
  (select ${WALLET} from pass join payment_proof p on p.secret_ref = pass.pass_id and p.product is not null
    where pass.id = substring(${owner}::text from '^pass:([0-9a-f-]{36})$')::uuid limit 1)
)`
