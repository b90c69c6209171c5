import { now } from '#shared/db/fragment.ts'

/** Filter: a note or workspace has not expired, by the database's clock. */
export const unexpired = () => ({ $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] })
