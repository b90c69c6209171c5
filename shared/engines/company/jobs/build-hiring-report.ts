import type { Hiring } from './find-jobs.ts'
import type { HiringReport } from './hiring-report.ts'
import { HIRING_RULESET, hiringSignals } from './hiring-signals.rules.ts'

/** The report of what was found, `limit` roles at most; counts are of all of them. */
export function buildHiringReport(
  hiring: Hiring,
  given: { now: Date; sinceDays: number; limit: number },
): HiringReport {
  const { now, sinceDays, limit } = given
  const since = new Date(now.getTime() - sinceDays * 86_400_000).toISOString()
  const dated = hiring.roles.filter(({ posted_at: at }) => at !== null)
  return {
    open_roles: hiring.openRoles,
    roles: hiring.roles.slice(0, limit),
    recent_roles: dated.length === 0 ? null : dated.filter(({ posted_at: at }) => (at ?? '') >= since).length,
    by_function: counted(hiring.roles.map((role) => role.function)),
    by_location: counted(hiring.roles.flatMap(({ location }) => location ?? [])),
    signals: hiringSignals(hiring, now, sinceDays),
    ats: hiring.ats,
    ruleset: HIRING_RULESET,
  }
}

/** Counts by value, the most frequent first. */
function counted(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 60))
}
