import { PaidCall } from './0001-paid-call.ts'
import { MediaRecords } from './0002-media.ts'
import { UpstreamCache } from './0003-upstream-cache.ts'
import { CallSteps } from './0004-call-steps.ts'

/** Every migration in its order, listed by hand. A migration that has been released is never edited. */
export const migrations = [
  { name: '0001-paid-call', class: PaidCall },
  { name: '0002-media', class: MediaRecords },
  { name: '0003-upstream-cache', class: UpstreamCache },
  { name: '0004-call-steps', class: CallSteps },
]
