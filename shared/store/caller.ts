import type { Pool as PgPool } from 'pg'

/**
 * The payer of a call, who owns what the call stores. A rotated key keeps its account, so its data stays its own. A
 * wallet is one owner, whatever it signs. `agent_id` in a body is a label within this owner and grants nothing.
 */
export type Caller = {
  /** `account:{id}`, `pass:{uuid}` or `wallet:{network}:{address}`. */
  owner: string
  credential: 'prepaid' | 'trial' | 'pass' | 'x402'
}

/**
 * Reads the owner of a call. A part of a workflow belongs to the payer of its workflow. Throws for a free call, which
 * has no owner.
 */
export async function readCaller(pg: PgPool, callId: string): Promise<Caller> {
  // SQL: every call that stores something reads this from the ledger's tables first.
  const { rows } = await pg.query<Row>({ name: 'store-caller', text: READ, values: [callId] })
  const [row] = rows
  if (row === undefined) throw new Error('the call that stores something is not there')
  const owner = ownerOf(row)
  if (owner === null || row.payer === 'free' || row.payer === 'part') {
    throw new Error(`a call of payer ${row.payer} has nobody who could own what it stores`)
  }
  return { owner, credential: row.payer }
}

type Row = {
  payer: Caller['credential'] | 'free' | 'part'
  account_id: string | null
  pass_id: string | null
  network: string | null
  address: string | null
}

function ownerOf({ payer, account_id, pass_id, network, address }: Row): string | null {
  if (payer === 'pass') return pass_id === null ? null : `pass:${pass_id}`
  if (payer === 'x402') return network === null || address === null ? null : walletOwner(network, address)
  return account_id === null ? null : `account:${account_id}`
}

/** Formats a wallet as an owner. Addresses of EVM chains become lower case, because their case does not matter. */
export const walletOwner = (network: string, address: string): string =>
  `wallet:${network}:${network.startsWith('eip155:') ? address.toLowerCase() : address}`

const READ = `
select c.payer, c.account_id, c.pass_id, proof.network, proof.payer as address
from call own
join call c on c.id = coalesce(own.part_of, own.id)
left join payment_proof proof on c.payer = 'x402' and proof.call_id = c.id
where own.id = $1::uuid`
