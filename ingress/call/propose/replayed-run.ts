import { findReplay } from '#shared/calls/accept.ts'
import { type PlannedGoal, RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'

import { parseJsonBody } from '../../http/body/json-body.ts'
import { idemOf } from '../accept/charge-credential.ts'
import type { Entered } from '../enter.ts'
import type { CallInput } from '../input/call-input.ts'
import { goalOf } from '../input/planned-input.ts'
import type { CallParts } from '../parts.ts'
import { idemOfPayment } from '../payment/charge-payment.ts'
import { termsOf } from '../payment/terms-of.ts'

type Asked = Pick<Entered, 'credentials' | 'preferences' | 'entry'>

/**
 * Returns an input for a run that has been accepted before, by the same payment or Idempotency-Key; null for any other. Its
 * answer is stored, so it needs no plan, which a model that is away or a limit that is spent would not give. It holds a plan
 * without steps: should it run nevertheless, it fails and costs nothing.
 */
export async function replayedRun(
  parts: CallParts,
  asked: Asked,
  callId: string,
  raw: Uint8Array,
): Promise<CallInput | null> {
  const { text, value } = parseJsonBody(raw)
  const canonicalDigest = () => sha256(canonicalJson(value))
  if (!(await isReplay(parts, asked, canonicalDigest()))) return null
  const stored: PlannedGoal = {
    ...goalOf(parts.forSale, raw),
    plan: { steps: [], cents: 0, confidence: 0, unmet: [] },
  }
  return {
    bytes: raw.length,
    stored: parts.secrets.seal(callId, asked.entry.outcome.secrets, JSON.stringify(stored), stored),
    digest: () => sha256(text),
    canonicalDigest,
    steps: [],
  }
}

/** Whether a call was accepted with these credentials that this one repeats. Whether its body is the same is judged later. */
async function isReplay(
  { db, config, payments }: CallParts,
  { credentials, preferences: { idempotencyKey }, entry }: Asked,
  digest: Buffer,
): Promise<boolean> {
  const isKnown = async (idem: string | null) => idem !== null && (await findReplay(db.pg, idem, digest)) !== null
  for (const credential of credentials) {
    if (
      credential.kind === 'key' &&
      (await isKnown(idemOf(`key:${credential.id}`, { slug: RUN_SLUG, idempotencyKey })))
    )
      return true
    if (credential.kind !== 'payment') continue
    const seen = await payments.look(credential.sent, termsOf(config, entry))
    if (seen === null) continue
    if (seen.isBound) return true
    if (idempotencyKey !== null && (await isKnown(idemOfPayment(seen.payment, RUN_SLUG, idempotencyKey)))) return true
  }
  return false
}
