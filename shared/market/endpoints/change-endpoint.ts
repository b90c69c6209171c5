import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import type { EndpointRules } from './create-endpoint.ts'
import type { EndpointPatch } from './endpoint-fields.ts'
import { lockOwnEndpoint } from './find-endpoint.ts'
import type { DeclaredSchemas, KeptSchemas } from './read-schemas.ts'
import { type AuthHeader, authSealer, headerColumns } from './sealed-auth.ts'
import { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import { refuseTarget } from './target-rules.ts'

const PARTS = [
  'target_url',
  'price_cents',
  'input_schema',
  'input_example',
  'output_schema',
  'output_example',
  'timeout_s',
  'auth_header',
] as const
const SCHEMA_PARTS = ['input_schema', 'input_example', 'output_schema', 'output_example'] as const

/** Whether a patch changes schemas or examples, so that they have to be read again. */
export const changesSchemas = (patch: EndpointPatch): boolean => SCHEMA_PARTS.some((name) => patch[name] !== undefined)

/** The schemas and examples of an endpoint after a patch. A new example of an answer replaces the schema, if none is sent. */
export function patchedSchemas(
  { inputSchema, inputExample, outputSchema, outputExample }: KeptSchemas,
  patch: EndpointPatch,
): DeclaredSchemas {
  const isNewAnswer = patch.output_schema !== undefined || patch.output_example !== undefined
  return {
    inputSchema: patch.input_schema ?? objectOf(inputSchema),
    inputExample: patch.input_example ?? objectOf(inputExample),
    outputSchema: isNewAnswer ? patch.output_schema : objectOf(outputSchema),
    outputExample: isNewAnswer ? patch.output_example : !outputExample ? undefined : JSON.parse(outputExample),
  }
}

// Safe: only JSON objects are kept in these columns.
const objectOf = (text: string) => JSON.parse(text) as Record<string, unknown>

/**
 * Changes an endpoint inside the caller's transaction. What a call depends on makes a new version; running calls keep
 * theirs. Anything but another price takes a live endpoint off sale until a test call was answered. `read` is the
 * version whose schemas were read before the transaction, with what was made of them; null where the patch changes none.
 * Throws 409 when somebody else changed it meanwhile, and what `lockOwnEndpoint` and `refuseTarget` throw.
 */
export async function changeEndpoint(
  em: EntityManager,
  actor: Actor,
  {
    slug,
    patch,
    read,
  }: { slug: string; patch: EndpointPatch; read: { versionId: string; schemas: KeptSchemas } | null },
  rules: EndpointRules,
): Promise<void> {
  const { endpoint, version } = await lockOwnEndpoint(em, actor, slug)
  if (read !== null && read.versionId !== version.id)
    throw new Refusal('version_conflict', 'The endpoint was changed meanwhile; nothing was changed.', {
      fix: { action: 'Read it and send the change again.' },
    })
  if (patch.target_url !== undefined) refuseTarget(patch.target_url, rules.urls)
  const { title = endpoint.title, description = endpoint.description } = patch
  const saysOther = title !== endpoint.title || description !== endpoint.description || read !== null
  em.assign(endpoint, {
    title,
    description,
    category: patch.category ?? endpoint.category,
    tags: patch.tags ?? endpoint.tags,
    updatedAt: now,
    // What is said anew is scanned anew, by the worker that probes it next.
    ...(saysOther ? { verdict: null, checks: [], nextProbeAt: now } : {}),
  })
  if (PARTS.every((name) => patch[name] === undefined)) return
  em.create(SellerEndpointVersion, nextVersion(version, patch, read?.schemas ?? version, rules))
  const isPriceAlone = PARTS.every((name) => name === 'price_cents' || patch[name] === undefined)
  em.assign(endpoint, {
    version: version.version + 1,
    ...(isPriceAlone || endpoint.state === 'paused'
      ? {}
      : { state: 'verifying', probeFailures: 0, probeProblem: null, nextProbeAt: now }),
  })
}

function nextVersion(
  former: SellerEndpointVersion,
  patch: EndpointPatch,
  { inputSchema, inputExample, outputSchema, outputExample }: KeptSchemas,
  { serverSecret }: EndpointRules,
) {
  const id = uuidv7()
  const header = patch.auth_header === undefined ? headerOf(former, serverSecret) : patch.auth_header
  return {
    id,
    endpointId: former.endpointId,
    version: former.version + 1,
    targetUrl: patch.target_url ?? former.targetUrl,
    priceCents: patch.price_cents ?? former.priceCents,
    timeoutMs: patch.timeout_s === undefined ? former.timeoutMs : patch.timeout_s * 1_000,
    inputSchema,
    inputExample,
    outputSchema,
    outputExample: outputExample ?? null,
    ...headerColumns(serverSecret, id, header),
  }
}

/** The auth header of a version; it is encrypted anew for the next one. */
const headerOf = ({ id, authHeader, sealedAuth }: SellerEndpointVersion, serverSecret: string): AuthHeader | null =>
  authHeader && sealedAuth ? { name: authHeader, value: authSealer(serverSecret).open(id, sealedAuth) } : null
