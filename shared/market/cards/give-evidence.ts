import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { Refusal } from '#shared/errors.ts'

/** Characters of a statement about a dispute. */
export const MOST_EVIDENCE = 5_000
/** Characters that the processor takes in one field. */
const MOST_TEXT = 19_000

/** Evidence that is to be submitted. `text` ends with the timeline of what was sold. */
type EvidenceToSend = { id: string; disputeId: string; text: string }

/** Keeps what an operator says against a dispute, to be submitted. Throws 404, and 409 for one that takes no evidence. */
export async function giveEvidence(pg: PgPool, { dispute, text }: { dispute: string; text: string }): Promise<void> {
  // SQL: only of a dispute that waits for us, and once.
  const { rows } = await pg.query<{ status: string; given: boolean }>(GIVE, [uuidv7(), dispute, text])
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found', `There is no dispute ${dispute}.`)
  if (!row.given)
    throw new Refusal('conflict', `The dispute ${dispute} is ${row.status}, or its evidence was given: it takes none.`)
}

/** Takes evidence that is due; each is tried again later, until its end is noted. */
export async function evidenceToSend(pg: PgPool, limit: number): Promise<EvidenceToSend[]> {
  // SQL: of several processes, one takes it.
  const { rows } = await pg.query<{ id: string; dispute_id: string; text: string; timeline: string | null }>({
    name: 'card-evidence-take',
    text: TAKE,
    values: [limit],
  })
  return rows.map(({ id, dispute_id: disputeId, text, timeline }) => ({
    id,
    disputeId,
    text: `${text}\n\nWhat happened, by our records (UTC):\n${timeline ?? ''}`.slice(0, MOST_TEXT),
  }))
}

/** Notes how the submission ended; `problem` is why the processor did not take it. */
export async function evidenceEnded(pg: PgPool, id: string, problem: string | null): Promise<void> {
  // SQL: only from `asked`.
  await pg.query(
    `update card_evidence set state = case when $2::text is null then 'sent' else 'refused' end, problem = $2, look_at = null
     where id = $1 and state = 'asked'`,
    [id, problem?.slice(0, 200) ?? null],
  )
}

const GIVE = `
with dispute as materialized (
  select d.id, d.status, d.status in ('needs_response', 'warning_needs_response')
    and not exists (select from card_evidence e where e.dispute_id = d.id and e.state <> 'refused') as is_open
  from card_dispute d where d.id = $2 for update
),
given as (
  insert into card_evidence (id, dispute_id, text) select $1::uuid, id, $3 from dispute where is_open returning dispute_id
)
select status, exists (select from given) as given from dispute`

const TAKE = `
update card_evidence e set tries = e.tries + 1, look_at = now() + least(make_interval(secs => 5 * 2 ^ least(e.tries, 10)), interval '1 hour')
from (select id from card_evidence where look_at <= now() order by look_at limit $1 for update skip locked) due
join card_evidence g on g.id = due.id join card_dispute d on d.id = g.dispute_id
where e.id = due.id returning e.id, e.dispute_id, e.text, coalesce(
  (select string_agg(${isoUtc('p.at')} || ' ' || p.event, E'\\n' order by p.nth) from purchase_event p where p.purchase_id = d.purchase_id),
  (select string_agg(${isoUtc('j.at')} || ' ' || j.event, E'\\n' order by j.nth) from card_hire h join job_event j on j.job_id = h.job_id
    where h.id = d.purchase_id)) as timeline`
