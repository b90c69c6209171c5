import { PaidCall } from './0001-paid-call.ts'

/** Every migration in its order, listed by hand. A migration that has been released is never edited. */
export const migrations = [{ name: '0001-paid-call', class: PaidCall }]
