import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'

import type { OperatorInCharge } from './operator-in-charge.ts'

/** Who acts, and from where. */
export type Acting = {
  operator: OperatorInCharge
  via: 'page' | 'cli'
  requestId: string | null
  /** UUID that makes a repeated form one action. */
  once?: string
}

/** What the log says of an action: its name, what it concerns, and its terms. It holds no secret. */
export type ActionEntry = { action: string; target: string | null; detail: Record<string, string | number> }

/** Longest reason of a refusal that the log keeps. */
const MOST_CHARACTERS = 500

/**
 * Runs an action of an operator and writes it to the log: before it begins, so that no action is without its row, and how
 * it ended. Throws 409 for a form that was sent before, and what the action throws.
 */
export async function recordAction<Answer>(
  pg: PgPool,
  { operator, via, requestId, once }: Acting,
  { action, target, detail }: ActionEntry,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const id = uuidv7()
  const { rowCount } = await pg.query(
    `insert into operator_action (id, actor, operator_id, via, action, target, detail, request_id, once)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (once) do nothing`,
    [id, operator.name, operator.id, via, action, target, JSON.stringify(detail), requestId, once ?? null],
  )
  if (rowCount === 0) throw new Refusal('conflict', 'This form was sent before; the log says how its action ended.')
  const ended = (outcome: string) =>
    pg.query(`update operator_action set outcome = $2, ended_at = now() where id = $1`, [id, outcome])
  try {
    const answer = await run()
    await ended('done')
    return answer
  } catch (error) {
    // The error is what the operator has to see, also where the database cannot record it.
    await ended(error instanceof Refusal ? `refused: ${error.message}`.slice(0, MOST_CHARACTERS) : 'failed').catch(
      () => {},
    )
    throw error
  }
}
