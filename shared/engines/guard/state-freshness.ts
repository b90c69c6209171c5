import { instantOf } from './instant.ts'
import type { Judged } from './verdict.ts'

/** Fields with the time the state was read, else the time of its last change. */
const readTimes = ['as_of', 'read_at', 'updated_at'] as const

const staleAfterMs = 300_000

/** The first valid time in the state, in Unix milliseconds. */
export function stateTime(state: Record<string, unknown>): { field: string; at: number } | null {
  for (const field of readTimes) {
    const at = Object.hasOwn(state, field) ? instantOf(state[field]) : null
    if (at !== null) return { field, at }
  }
  return null
}

/** Judges whether the state was read so long ago that it may have changed since. */
export function judgeFreshness(state: Record<string, unknown>, now: number, financial: boolean): Judged {
  const id = 'freshness'
  const read = stateTime(state)
  if (read === null) {
    return {
      findings: [],
      checks: [{ id, status: 'skipped', detail: `current_state has no readable ${readTimes.join(', ')}` }],
    }
  }
  const seconds = Math.round((now - read.at) / 1000)
  const detail = seconds < 0 ? `${read.field} is ${-seconds} s ahead of now` : `${read.field} is ${seconds} s old`
  if (read.at - now > staleAfterMs) {
    const message = `${detail}; a clock is wrong, so the age of the state is not known.`
    return {
      findings: [{ decision: 'allow', code: 'clock_skew', message, path: `/${read.field}` }],
      checks: [{ id, status: 'warn', detail }],
    }
  }
  if (now - read.at <= staleAfterMs) return { findings: [], checks: [{ id, status: 'pass', detail }] }
  return {
    findings: [
      {
        decision: financial ? 'require_confirm' : 'review',
        code: 'stale_read',
        message: `The state may have changed since it was read: ${detail}, more than ${staleAfterMs / 1000} s.`,
        path: `/${read.field}`,
        evidence: { age_s: seconds },
        next: 'Read the state again, then call again with it.',
      },
    ],
    checks: [{ id, status: 'warn', detail }],
  }
}
