import { setTimeout as pause } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'

/**
 * SQL that records a statement's answer under the id of its effect, $1. It follows a CTE `answered` with at most one
 * row, whose only column `answer` is JSON. It ends a `with` list, and its rows are the result of the statement. When
 * another attempt was quicker, the whole statement fails on the primary key, so nothing is written twice.
 */
export const RECORD_EFFECT = `
recorded as (insert into effect (id, answer) select $1::uuid, answer::text from answered returning answer)
select answer from recorded`

/**
 * Runs `write` once for each effect id, however often its call is attempted, and returns its answer. `write` runs a
 * statement that ends with RECORD_EFFECT and returns what was recorded; null means that it lost a race and has to read
 * again. Throws after MOST_ROUNDS lost races.
 */
export async function writeOnce<Answer>(
  pg: PgPool,
  effectId: string,
  write: (seen: number) => Promise<Answer | null>,
): Promise<Answer> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const known = await readEffect<Answer>(pg, effectId)
    if (known !== null) return known
    try {
      const answer = await write(round)
      if (answer !== null) return answer
    } catch (error) {
      if (!isTwin(error)) throw error
    }
    await pause(Math.random() * round * 4)
  }
  throw new Error('so many others write at the same time that this one never had its turn')
}

/** Attempts before a writer gives up. */
const MOST_ROUNDS = 40

/** Reads the answer of an effect; null when there is none. */
export async function readEffect<Answer>(pg: PgPool, effectId: string): Promise<Answer | null> {
  const { rows } = await pg.query<{ answer: string }>({
    name: 'effect-read',
    text: 'select answer from effect where id = $1::uuid',
    values: [effectId],
  })
  // Safe: one effect id belongs to one outcome, which wrote this answer.
  return rows[0] === undefined ? null : (JSON.parse(rows[0].answer) as Answer)
}

/** Parses the answer that a statement recorded; null when it wrote nothing. */
export function recorded<Answer>(rows: readonly { answer: string }[]): Answer | null {
  // Safe: the statement of this outcome wrote the JSON.
  return rows[0] === undefined ? null : (JSON.parse(rows[0].answer) as Answer)
}

/**
 * Whether a unique key was violated: another attempt of this call, or another writer, was quicker. Nothing was written.
 */
const isTwin = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

/** The constraint that a statement violated; undefined for every other failure. */
export const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
