import type { Client } from 'pg'

import { auditOn } from '#shared/money/audit/audit.ts'

import type { Seen } from './client.ts'

/** What is wrong after a run, one line each; empty is what we promise. */
export async function verify(
  pg: Client,
  log: readonly Seen[],
  databaseWasDown: readonly { from: number; to: number }[],
): Promise<string[]> {
  const wrong: string[] = []
  // A release from before there were journals captures each call by a transfer of its own.
  const { rows: calls } = await pg.query<{
    id: string
    state: string
    idem: string
    captures: string
    price: string
    has_result: boolean
  }>(
    `select 'call_' || replace(c.id::text, '-', '') as id, c.state, c.idem, c.price, c.result is not null as has_result, count(t.id) + coalesce(max(f.captures), 0) as captures
     from call c left join transfer t on t.id = c.journal_id and t.kind = 'journal'
     left join (select call_id, count(*) as captures from transfer where kind = 'capture' group by call_id) f on f.call_id = c.id
     where c.slug in ('hash-text', 'test-slow') group by c.id`,
  )
  const byId = new Map(calls.map((call) => [call.id, call]))
  for (const seen of log) {
    const paid = seen.answers.filter(({ status }) => status === 200)
    const ids = new Set(paid.map(({ callId }) => callId))
    if (ids.size > 1) wrong.push(`${seen.idem}: two answers for one key: ${[...ids].join(', ')}`)
    if (paid.some(({ own }) => !own)) wrong.push(`${seen.idem}: answered with another call's result`)
    for (const id of ids) {
      const call = byId.get(id ?? '')
      if (call === undefined) wrong.push(`${seen.idem}: answered with ${id}, which the database does not know`)
      else if (call.state !== 'captured' || call.captures !== '1' || !call.has_result)
        wrong.push(`${seen.idem}: ${id} was answered and is ${call.state} with ${call.captures} captures`)
    }
    if (seen.gaveUp && seen.answers.some(({ status }) => status === 200))
      wrong.push(`${seen.idem}: gave up after a 200`)
  }
  const open = calls.filter(({ state }) => state === 'held' || state === 'running')
  if (open.length > 0) wrong.push(`${open.length} calls are still open`)
  for (const call of calls) {
    if (call.state === 'captured' && !call.has_result) wrong.push(`${call.id} is captured without a result`)
    if (Number(call.captures) > (call.state === 'captured' ? 1 : 0))
      wrong.push(`${call.id} is ${call.state} with ${call.captures} captures`)
  }
  const captured = new Map<string, number>()
  for (const call of calls) if (call.state === 'captured') captured.set(call.idem, (captured.get(call.idem) ?? 0) + 1)
  for (const [idem, times] of captured) if (times > 1) wrong.push(`${idem} was captured ${times} times`)
  const { rows: late } = await pg.query<{ id: string; deadline: string; finished: string }>(
    `select id, (extract(epoch from deadline) * 1000)::bigint as deadline, (extract(epoch from finished_at) * 1000)::bigint as finished from call where finished_at > deadline + interval '10 seconds'`,
  )
  for (const call of late) {
    // A database that was down at the deadline has ten seconds from its recovery.
    const excused = databaseWasDown.some(
      ({ from, to }) => from <= Number(call.deadline) + 10_000 && Number(call.finished) <= to + 10_000,
    )
    if (!excused) wrong.push(`${call.id} was held past its deadline and ten seconds`)
  }
  for (const { id, rows, sample } of await auditOn(pg)) {
    // What a planted mistake had taken away is no finding of the run.
    const found = rows - sample.filter((row) => 'missing' in row).length
    if (found > 0) wrong.push(`ledger invariant ${id}: ${found} rows`)
  }
  return wrong
}
