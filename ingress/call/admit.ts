import type { Settle } from './admission/admission.ts'
import type { Limited } from './limit.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'

/** A call that its pool can start in time. `confirmAdmission` says whether it was accepted. */
export type Admitted = MadeBy<'admit', Limited & { confirmAdmission: Settle }>

/**
 * Checks that the pool has room. Throws 503 with the seconds to wait, 429 for a key with more than its share.
 */
export async function admit(
  { admission, catalog }: Pick<CallParts, 'admission' | 'catalog'>,
  limited: Limited,
): Promise<Admitted> {
  const { entry, who, payer, payerLeads, input } = limited
  const { outcome, members } = entry
  const isKeyPaid = payer?.kind === 'key' && payerLeads && outcome.cents > 0
  const parts = members ?? input.steps?.flatMap((slug) => catalog.get(slug) ?? [])
  const runs = parts?.map((part) => part.outcome)
  const confirmAdmission = await admission(outcome, isKeyPaid ? who : null, runs)
  return markMadeBy({ ...limited, confirmAdmission })
}
