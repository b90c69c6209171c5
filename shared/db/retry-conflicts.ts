import { setTimeout as pause } from 'node:timers/promises'

import { codeOf } from './outage.ts'

/** SQLSTATEs after which a statement can safely be sent again, and why. */
const RETRYABLE: Record<string, string> = {
  '40001': 'serialization failure: nothing was written',
  '40P01': 'deadlock: the statement was rolled back whole',
}

/** Runs a statement up to three times, with jitter, when PostgreSQL rolled it back because of concurrency. */
export async function retryConflicts<Out>(statement: () => Promise<Out>): Promise<Out> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement()
    } catch (error) {
      if (attempt === 3 || !(codeOf(error) in RETRYABLE)) throw error
      await pause(Math.random() * 20 * attempt)
    }
  }
}
