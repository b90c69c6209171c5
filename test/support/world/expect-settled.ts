import { expect } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import type { Cluster } from './cluster.ts'
import { type Answer, eventually } from './world.ts'

/** What one key was told: its id, the cents it was granted, and an answer for each call it made (null: the connection broke). */
export type Told = { keyId: string; cents: number; answers: (Answer | null)[] }

/** Answers that leave open how the call ends; a 503 that names a call says that it may still run. */
const isOpenEnded = (answer: Answer | null) =>
  answer === null || answer.status === 202 || (answer.status === 503 && answer.body['call_id'] !== undefined)

/** An answer of 5xx that says it cost nothing, and when to come again. */
const isClean = ({ headers, body }: Answer) =>
  body['ok'] === false &&
  body['charged_cents'] === 0 &&
  body['retryable'] === true &&
  Number(headers.get('retry-after')) > 0

/**
 * However it went, in the end: every call of these keys is final, in time; who was told 200 has one journal and a stored
 * result; nothing else is captured but what a caller did not wait for; a 5xx said that it cost nothing and when to come
 * again; the wallets paid for exactly what was captured and hold nothing; the ledger's rules stand; and no process ended
 * by itself. Time is the database's: ten seconds after the deadline, or after the server's own start.
 */
export async function expectSettled(cluster: Cluster, ...told: Told[]): Promise<void> {
  await eventually(
    async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
    40_000,
  )
  for (const { keyId, cents, answers } of told) {
    const calls = await callsOf(cluster, keyId)
    const captured = new Set(calls.filter(({ state }) => state === 'captured').map(({ id }) => id))
    const paid = answers.flatMap((answer) => (answer?.status === 200 ? [String(answer.body['call_id'])] : []))
    expect(paid.filter((id) => !captured.has(id))).toEqual([])
    expect(calls.filter((call) => call.captures !== (call.state === 'captured' ? 1 : 0))).toEqual([])
    expect(calls.filter((call) => (call.state === 'captured') !== call.has_result)).toEqual([])
    expect(calls.filter(({ is_late }) => is_late)).toEqual([])
    const distinct = new Set(paid).size
    expect(captured.size).toBeGreaterThanOrEqual(distinct)
    expect(captured.size).toBeLessThanOrEqual(distinct + answers.filter(isOpenEnded).length)
    expect(answers.filter((answer) => answer !== null && answer.status >= 500 && !isClean(answer))).toEqual([])
    const { rows } = await cluster.db.pg.query(
      `select a.posted::float8 as posted, a.held::float8 as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ posted: (cents - captured.size) * 10_000, held: 0 }])
  }
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  expect(cluster.members.filter(({ child }) => child.exitCode !== null).map(({ log }) => log().slice(-2_000))).toEqual(
    [],
  )
}

type Row = { id: string; state: string; captures: number; has_result: boolean; is_late: boolean }

async function callsOf(cluster: Cluster, keyId: string): Promise<Row[]> {
  const { rows } = await cluster.db.pg.query<Row>(
    `select 'call_' || replace(c.id::text, '-', '') as id, c.state, c.result is not null as has_result,
       (select count(*)::int from transfer t where t.id = c.journal_id and t.kind = 'journal') as captures,
       c.finished_at > greatest(c.deadline, pg_postmaster_start_time()) + interval '10 seconds' as is_late
     from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
    [keyId],
  )
  return rows
}
