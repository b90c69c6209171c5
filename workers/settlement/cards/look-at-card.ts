import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { beginReading, recordCard, type RecordedCard } from '#shared/market/cards/record-card.ts'
import { recordCardHire } from '#shared/market/jobs/cards/record-card-hire.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { CardApi } from './card-api.ts'

export type CardDeps = {
  db: Pick<Db, 'pg' | 'em'>
  api: NonNullable<CardApi>
  mint: CredentialMint
  holdDays: number
  log: Log
}

/** Reads that are tried when others of the same payment keep beginning later. */
const MOST_READS = 3

/**
 * Reads a payment at the processor and records what it says. Answers `late` when others read it at the same time and
 * theirs counts. Throws a CardApiError.
 */
export async function lookAtCard(
  { db, api, mint, holdDays, log }: CardDeps,
  { purchaseId, intentId }: { purchaseId: string; intentId: string },
): Promise<RecordedCard> {
  for (let reads = 1; ; reads += 1) {
    const { reading, isHire } = await beginReading(db, purchaseId)
    const snapshot = await api.snapshot(intentId)
    const read = { purchaseId, reading, snapshot, isLive: api.isLive, holdDays }
    const recorded = await (isHire ? recordCardHire({ ...db, mint }, read) : recordCard(db, read))
    if (recorded.kind === 'differs')
      log.error({ purchaseId, intentId, why: recorded.why }, 'a card payment is not the one that was agreed')
    if (recorded.kind !== 'late' || reads === MOST_READS) return recorded
  }
}
