import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { Evidence } from '#shared/doors/agents.ts'

/** Maximum number of rows weighed per agent, newest first; older ones have no weight left anyway. */
const MOST_ROWS = 5_000

/** Reads the evidence on agents up to a time, by agent. `since` leaves out what is older; null includes everything. */
export async function readEvidence(
  pg: PgPool,
  { agentIds, asOf, since }: { agentIds: readonly string[]; asOf: Date; since: Date | null },
): Promise<Map<string, Evidence[]>> {
  const values = [agentIds, asOf.toISOString(), since?.toISOString() ?? null]
  // SQL: the newest rows of each agent, judged by other rows and by attestations.
  const { rows } = await pg.query<Row>({ name: 'reputation-evidence', text: READ, values })
  const byAgent = Map.groupBy(rows, ({ agent_id }) => agent_id)
  return new Map([...byAgent].map(([agentId, own]) => [agentId, own.map(evidenceOf)]))
}

type Row = {
  id: string
  agent_id: string
  kind: Evidence['kind']
  rating: number | null
  counterparty: string
  cluster: string | null
  by_self: boolean
  is_trial: boolean
  is_reciprocal: boolean
  at: string
}

const evidenceOf = (row: Row): Evidence => ({
  id: row.id,
  kind: row.kind,
  rating: row.rating,
  counterparty: row.counterparty,
  cluster: row.cluster,
  bySelf: row.by_self,
  isTrial: row.is_trial,
  isReciprocal: row.is_reciprocal,
  at: new Date(row.at),
})

/** SQL: an owner is the wallet that an agent id names. Case does not matter in addresses of EVM chains. */
export const IS_WALLET = (owner: string, agentId: string) =>
  `(starts_with(${owner}, 'wallet:') and right(${owner}, length(${agentId}) + 1) in (':' || ${agentId}, ':' || lower(${agentId})))`

/** SQL: the evidence is not an attestation that was revoked by a time. */
export const STANDS = (evidence: string, asOf: string) => `not exists (
  select from attestation taken where ${evidence}.kind = 'attested' and taken.id = substr(${evidence}.id, 13)
    and taken.revoked_at <= ${asOf}
)`

/**
 * SQL: the evidence comes from the agent itself. Its credential, or one that the same wallet paid for, ever attested as
 * the agent, or is the very wallet that the agent id names.
 */
export const BY_SELF = (evidence: string) => `(
  coalesce(${evidence}.by_agent = ${evidence}.agent_id, false)
  or ${IS_WALLET(`coalesce(${evidence}.cluster, ${evidence}.counterparty)`, `${evidence}.agent_id`)}
  or exists (select from attestation a where a.agent_id = ${evidence}.agent_id and a.owner in (${evidence}.counterparty, ${evidence}.cluster))
  or exists (select from reputation_evidence r where r.by_agent = ${evidence}.agent_id
    and coalesce(r.cluster, r.counterparty) = coalesce(${evidence}.cluster, ${evidence}.counterparty))
)`

const READ = `
select e.id, e.agent_id, e.kind, e.rating, e.counterparty, e.cluster, e.is_trial, ${isoUtc('e.at')} as at,
  ${BY_SELF('e')} as by_self,
  coalesce(e.by_agent <> e.agent_id, false) and exists (
    select from reputation_evidence r
    where r.by_agent = e.agent_id and r.agent_id = e.by_agent and r.at between e.at - interval '7 days' and e.at + interval '7 days'
  ) as is_reciprocal
from unnest($1::text[]) as wanted(agent_id),
lateral (
  select * from reputation_evidence own
  where own.agent_id = wanted.agent_id and own.at <= $2::timestamptz and ($3::timestamptz is null or own.at > $3::timestamptz)
    and ${STANDS('own', '$2::timestamptz')}
  order by own.at desc limit ${MOST_ROWS}
) e`
