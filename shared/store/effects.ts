import type { Pool as PgPool } from 'pg'

/**
 * SQL that stores what a statement answers under the id of its effect, $1. `answer` is the CTE with at most one row whose
 * only column `answer` is JSON. Ends a `with` list: its rows are the statement's. A twin that was quicker makes the
 * whole statement fail on the primary key, so nothing is ever written twice.
 */
export const RECORD_EFFECT = `
recorded as (insert into effect (id, answer) select $1::uuid, answer::text from answered returning answer)
select answer from recorded`

/**
 * Does what `write` does once for one effect id, however often its call is attempted. `write` runs a statement that ends
 * with RECORD_EFFECT and answers with what it recorded; null means it lost a race and looks again.
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
    await new Promise((done) => setTimeout(done, Math.random() * round * 4))
  }
  throw new Error('so many others write at the same time that this one never had its turn')
}

/** Other writers that may come first before this one gives up. */
const MOST_ROUNDS = 40

/** The answer of an effect that is there already; null when it is not. */
export async function readEffect<Answer>(pg: PgPool, effectId: string): Promise<Answer | null> {
  const { rows } = await pg.query<{ answer: string }>({
    name: 'effect-read',
    text: 'select answer from effect where id = $1::uuid',
    values: [effectId],
  })
  // Safe: one effect id belongs to one outcome, which wrote this answer.
  return rows[0] === undefined ? null : (JSON.parse(rows[0].answer) as Answer)
}

/** The answer a statement recorded; null when it wrote nothing. */
export function recorded<Answer>(rows: readonly { answer: string }[]): Answer | null {
  // Safe: the statement of this very outcome wrote the JSON.
  return rows[0] === undefined ? null : (JSON.parse(rows[0].answer) as Answer)
}

/** A unique key was broken: another attempt at this call, or another writer, was quicker. Nothing was written. */
const isTwin = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

/** The constraint a statement failed on; undefined for every other failure. */
export const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
