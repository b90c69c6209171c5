import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in lower-case hex')

/** What is signed besides receipts and envelopes, by profile. Each has a text of its own that nothing else can have. */
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

/** A signature by our receipt key: base64url Ed25519, and the id of the key. */
export type StatementSignature = { signature: string; key_id: string }

/**
 * The text of a statement, joined by pipes. Inside a member, %, | and control characters are percent-encoded as UTF-8,
 * so a text has one reading; an action receipt has seven members, the readback eight, the binding and the manifest two.
 */
export function statementText(statement: SignedStatement): string {
  if (statement.profile === 'bind1' || statement.profile === 'manifest1')
    return `${statement.profile}|${statement.digest}`
  const { profile, intended_digest, observed_digest, verified, agent_id, action, target, issued_at } = statement
  return [profile, intended_digest, observed_digest, String(verified), agent_id, action, target, issued_at]
    .map(plainMember)
    .join('|')
}

// Half a surrogate pair has no UTF-8 form: it would become the same replacement character as any other.
const plainMember = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[%|\p{Cc}]/gu, (sign) =>
      [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    )
