import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'

import { JobVetting } from './job-vetting.entity.ts'

/** Asks for the checks of a brief (`deliveryNth` 0) or of a delivery; asked again, they are made anew. */
export async function wantVetting(em: EntityManager, jobId: string, deliveryNth: number): Promise<void> {
  await em
    .qb(JobVetting)
    .insert({ jobId, deliveryNth })
    .onConflict(['jobId', 'deliveryNth'])
    .merge({
      wantedAt: fragment`clock_timestamp()`,
      takenUntil: null,
      tries: 0,
      vettedAt: null,
      verdict: null,
      results: null,
    })
    .execute('run')
}
