import { CARRIED_LEASE_MS } from './carried-attempt.ts'

/** The columns that say whether the job of a call carries its first attempt, in the order of `firstAttemptSql`. */
export const FIRST_ATTEMPT_COLUMNS = 'attempt, lease_until'

/** SQL: attempt 1 and its lease for a carried one, attempt 0 and none for a call that a worker starts by its id. */
export const firstAttemptSql = (isCarried: string) =>
  `case when ${isCarried} then 1 else 0 end, case when ${isCarried} then now() + interval '${CARRIED_LEASE_MS} milliseconds' end`
