import { Refusal } from '#shared/errors.ts'

import type { CallParts } from '../parts.ts'

/** Counts a question to the text model for a key, wallet or address; false when one of its limits is spent. */
export async function isWithinLimits({ limiter, config }: CallParts, asker: string): Promise<boolean> {
  try {
    for (const name of ['proposal', 'proposal-day'] as const) await limiter.take(config.limits[name], asker)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
