import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in lower-case hex')

/**
 * The statements the receipt key signs besides receipts and DSSE envelopes, by profile. The profile prefix makes each text
 * distinct.
 */
export const SignedStatement = z.discriminatedUnion('profile', [
  z.object({
    profile: z.literal('bind1'),
    digest: sha256.describe('of the RFC 8785 form of the binding'),
  }),
  z.object({
    profile: z.literal('manifest1'),
    digest: sha256.describe('of the RFC 8785 form of a listing’s manifest without its signature'),
  }),
  z.object({
    profile: z.literal('license1'),
    digest: sha256.describe('of the RFC 8785 form of a licence without its signature'),
  }),
  z.object({
    profile: z.literal('readback-v1'),
    intended_digest: sha256,
    observed_digest: sha256,
    verified: z.boolean(),
    agent_id: z.string().max(500),
    action: z.string().max(500),
    target: z.string().max(2_000),
    issued_at: z.iso.datetime({ precision: 3 }),
  }),
])
export type SignedStatement = z.output<typeof SignedStatement>

/** A signature by the receipt key: base64url Ed25519, and the id of the key. */
export type StatementSignature = { signature: string; key_id: string }

/**
 * Returns the signed text of a statement: its members joined by pipes. Inside a member, %, | and control characters are
 * percent-encoded as UTF-8, so each text has one reading. An action receipt has seven members, the readback eight, the
 * binding, the manifest and the licence two, so they cannot be confused.
 */
export function statementText(statement: SignedStatement): string {
  if (statement.profile !== 'readback-v1') return `${statement.profile}|${statement.digest}`
  const { profile, intended_digest, observed_digest, verified, agent_id, action, target, issued_at } = statement
  return [profile, intended_digest, observed_digest, String(verified), agent_id, action, target, issued_at]
    .map(plainMember)
    .join('|')
}

// Lone surrogates have no UTF-8 form; all of them become the same replacement character.
const plainMember = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[%|\p{Cc}]/gu, (sign) =>
      [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    )
