import type { Reply } from '../http/route.ts'
import type { CallScope } from './call-scope.ts'
import { credentialsFor, type SentCredential } from './credential-for.ts'
import type { Found } from './find.ts'
import { limitUnpaid } from './limit.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'

/** A call with what its caller wants to pay with. Nothing has been looked up yet. */
export type Presented = MadeBy<
  'present',
  Found & {
    /** In their order of precedence; empty for what is free. */
    credentials: readonly SentCredential[]
    /** The first key or pass. */
    payer: Extract<SentCredential, { kind: 'key' | 'pass' }> | undefined
    /** The payer's fingerprint (base64). Ids are no secret: counting by them would let anybody use up another's limits. */
    who: string | null
    /** The payer is what the call is to be paid with: no payment goes before it. */
    payerLeads: boolean
  }
>

/** Reads the credentials of a request; null where it has none and the outcome costs something. Throws 400 for two keys. */
export function presentCredentials(
  { mint, challenges }: Pick<CallParts, 'mint' | 'challenges'>,
  found: Found,
): Presented | null {
  const { request, entry } = found
  const credentials = credentialsFor(mint, request.header)
  const isUnpaid = credentials.length === 0 && entry.outcome.cents > 0
  if (isUnpaid && challenges.for(request) !== undefined) return null
  const payer = credentials.find((credential) => credential.kind === 'key' || credential.kind === 'pass')
  const who = payer?.hmac.toString('base64') ?? null
  return markMadeBy({ ...found, credentials, payer, who, payerLeads: payer !== undefined && payer === credentials[0] })
}

/**
 * Answers a call without any credential: 402 with accepts[], whatever its body is. Counted by address. Throws 503 for what
 * could not run now.
 */
export async function challengeUnpaid(parts: CallParts, { request, entry }: Found, scope: CallScope): Promise<Reply> {
  const challenge = parts.challenges.for(request)
  if (challenge === undefined) throw new Error(`${request.slug} has no 402`)
  const reply = challenge(request.requestId, undefined, request.x402Version)
  scope.limitedBy(await limitUnpaid(parts, request.ip))
  await parts.unpaidAdmission(
    entry.outcome,
    entry.members?.map((member) => member.outcome),
  )
  return reply
}
