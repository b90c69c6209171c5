import { checkQuickly, compiledOf } from '#shared/engines/json/keep-schema.ts'
import type { Finding } from '#shared/engines/json/schema/sink.ts'
import { type FieldError, wrongFields } from '#shared/errors.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'

import { parseJsonBody } from '#ingress/http/body/json-body.ts'
import type { CallInput } from './call-input.ts'

/** What a body for a seller's endpoint is checked by. `inputSchema` is JSON text. */
export type SellerSchema = { versionId: string; inputSchema: string }

const MOST_FINDINGS = 20

/**
 * Parses the body of a call of a seller's endpoint and checks it by the schema of the version that is offered. What is
 * stored begins with that version: the database and the worker keep to it, whatever the seller changes meanwhile. Throws
 * 400 and 422. Takes time that the schema chooses: run it in a thread.
 */
export function sellerInput(
  raw: Uint8Array,
  { versionId, inputSchema }: SellerSchema,
  limits: { maxSteps?: number } = {},
): CallInput {
  const body = parseJsonBody(raw)
  const { holds, findings, count } = compiledOf(inputSchema).validate(body.value, {
    assertsFormat: true,
    wantsAll: true,
    keep: MOST_FINDINGS,
    ...limits,
  })
  if (!holds)
    throw wrongFields(findings.map(fieldOf), Math.max(count, 1), {
      action: 'Correct the fields in detail[]: the body has to keep the schema that the seller declared.',
    })
  return {
    bytes: raw.length,
    stored: `{"endpoint_version":"${versionId}","body":${body.text}}`,
    digest: () => sha256(body.text),
    canonicalDigest: () => sha256(canonicalJson(body.value)),
  }
}

/** Takes a body as `sellerInput` does, without a thread. Null: a thread has to check it. */
export const sellerInputQuickly = (raw: Uint8Array, seller: SellerSchema): CallInput | null =>
  checkQuickly({ schema: seller.inputSchema, size: raw.length }, (limits) => sellerInput(raw, seller, limits))

const fieldOf = ({ instance_path: path, keyword, message }: Finding): FieldError => ({
  type: keyword,
  loc: ['body', ...path.split('/').slice(1).map(unescaped)],
  msg: message,
})

const unescaped = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~')
