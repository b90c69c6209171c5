import type { Sealer } from '#shared/calls/seal.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { parseJsonBody } from '#ingress/http/body/json-body.ts'
import { refuseWithoutModel } from './refuse-without-model.ts'
import { validateInput } from './validate-input.ts'

/** The body of a call as its outcome takes it, with all that the call needs of it. */
export type CallInput = {
  /** Length of the body as it was sent. */
  bytes: number
  /** The JSON text to store, what is secret in it encrypted for this call; in UTF-8 where a thread made it. */
  stored: string | Buffer
  /** SHA-256 of the body as it was sent. */
  digest: () => Buffer
  /** SHA-256 of its RFC 8785 form, which is the same for every spelling. */
  canonicalDigest: () => Buffer
}

/**
 * Parses the body of a call and checks it against its outcome. Throws Refusals: 400 for what is no JSON, 422 for what the
 * outcome does not take, 503 where it needs a model that is not there.
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
