import { setTimeout as pause } from 'node:timers/promises'

import type { EntityManager } from '@mikro-orm/sql'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { Effect } from './effect.entity.ts'
import type { StoreCall } from './store-call.ts'

/**
 * Runs `write` once for each effect id, however often its call is attempted, and returns its answer. The effect, what
 * `write` changes and the answer are one transaction. The effect comes first, so another attempt of the call waits for
 * this one and then reads its answer. `write` gets the time of the transaction; it returns null when it lost a race and
 * has to read again, and whatever it changed is rolled back. Throws after MOST_ROUNDS lost races.
 */
export async function writeOnce<Answer>(
  { db, effectId }: Pick<StoreCall, 'db' | 'effectId'>,
  write: (em: EntityManager, at: Date) => Promise<Answer | null>,
): Promise<Answer> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    try {
      return await inUnitOfWork(db, async (em) => {
        const effect = em.create(Effect, { id: effectId, answer: '' })
        await em.flush()
        const answer = await write(em, effect.at)
        if (answer === null) throw new LostRace()
        effect.answer = JSON.stringify(answer)
        return answer
      })
    } catch (error) {
      if (!(error instanceof LostRace) && !isTwin(error)) throw error
    }
    const known = await readEffect<Answer>(await db.em(), effectId)
    if (known !== null) return known
    await pause(Math.random() * round * 4)
  }
  throw new Error('so many others write at the same time that this one never had its turn')
}

/** Attempts before a writer gives up. */
const MOST_ROUNDS = 40

class LostRace extends Error {}

/** Reads the answer of an effect; null when there is none. */
export async function readEffect<Answer>(em: EntityManager, effectId: string): Promise<Answer | null> {
  const effect = await em.findOne(Effect, effectId)
  // Safe: one effect id belongs to one outcome, which wrote this answer.
  return effect === null ? null : (JSON.parse(effect.answer) as Answer)
}

/** Whether a unique key was violated: another attempt of this call, or another writer, was quicker. */
const isTwin = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

/** The constraint that a statement violated; undefined for every other failure. */
export const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
