import type { Sealer } from '#shared/calls/seal.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { parseJsonBody } from '#ingress/http/body/json-body.ts'
import { refuseWithoutModel } from './refuse-without-model.ts'
import { validateInput } from './validate-input.ts'

/** The validated body of a call. */
export type CallInput = {
  /** Length of the body as it was sent. */
  bytes: number
  /** The JSON text to store, with secrets encrypted for this call. A Buffer (UTF-8) if a thread created it. */
  stored: string | Buffer
  /** SHA-256 of the body as it was sent. */
  digest: () => Buffer
  /** SHA-256 of its RFC 8785 form, which does not depend on key order or white space. */
  canonicalDigest: () => Buffer
  /** The outcomes that the plan of a run uses, one for each step; absent for all else. */
  steps?: readonly string[]
}

/**
 * Parses the body of a call and checks it against its outcome. Throws Refusals: 400 for invalid JSON, 422 for wrong fields,
 * 503 for a model that is not configured.
 */
export function callInput(
  entry: CatalogEntry,
  raw: Uint8Array,
  { callId, sealer, models }: { callId: string; sealer: Sealer; models: Models },
): CallInput {
  const body = parseJsonBody(raw)
  refuseWithoutModel(entry.outcome, validateInput(entry, body), models)
  return {
    bytes: raw.length,
    stored: sealer.seal(callId, entry.outcome.secrets, body.text, body.value),
    digest: () => sha256(body.text),
    canonicalDigest: () => sha256(canonicalJson(body.value)),
  }
}
