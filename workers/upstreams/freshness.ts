import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { ageMs, type Kept } from './cache.ts'
import type { RawReply } from './fetch-once.ts'

const NEGATIVE_TTL_S = 600
const STALE_S = 86_400

type Terms = Pick<UpstreamQuestion<unknown>, 'ttlS' | 'negativeTtlS' | 'staleS'>

const freshMs = ({ ttlS, negativeTtlS }: Terms, { status }: RawReply) =>
  1_000 * (status < 300 ? ttlS : (negativeTtlS ?? Math.min(ttlS, NEGATIVE_TTL_S)))

/** Milliseconds an answer is kept: while fresh, and then while it may be served stale. */
export const keepMs = (terms: Terms, reply: RawReply) =>
  terms.ttlS > 0 ? freshMs(terms, reply) + (terms.staleS ?? STALE_S) * 1_000 : 0

/** Whether a cached answer may be used without a request. */
export const isFresh = (terms: Terms, kept: Kept) => ageMs(kept) < freshMs(terms, kept.reply)

/** Whether a cached answer may be used when all sources fail. */
export const isServable = (terms: Terms, kept: Kept) => ageMs(kept) < keepMs(terms, kept.reply)
