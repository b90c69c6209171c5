import { z } from 'zod'

import type { Claim } from '#shared/engines/attestation/statement.ts'
import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { defineOutcome } from '../define.ts'
import { Envelope, SignedTreeHead } from '../lib/envelope.ts'
import { signTreeHead } from '../lib/sign-tree-head.ts'

const MOST_PREDICATE_BYTES = 16_384
const label = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => !/\p{Cc}/u.test(text), 'may not contain control characters')

export const attest = defineOutcome({
  slug: 'attest',
  title: 'Attest',
  description:
    "Notarises an agent's statement about a subject as a signed DSSE/in-toto attestation in an append-only log (RFC 6962), " +
    'with its inclusion proof. Attested is that the holder of this credential said so now. A rating of another agent feeds ' +
    'its reputation. The same within 24 h is the same attestation.',
  cents: 2,
  impulse: true,
  stores: true,
  settle: 'before',
  types: {
    takes: { agent_id: 'agent-id', subject: 'subject', claim: 'claim', about_agent: 'json', rating: 'rating' },
    gives: { attestation_id: 'attestation-id', envelope: 'json' },
    writes: true,
  },
  input: () =>
    z.object({
      agent_id: label.describe('attesting agent'),
      subject: z
        .union([z.string().max(262_144), jsonObject()])
        .describe('{name, digest {sha256}} or text/JSON that is hashed'),
      claim: z
        .string()
        .min(1)
        .max(200)
        .refine((text) => !/\p{Cc}/u.test(text), 'may not contain control characters')
        .describe(
          'short claim, e.g. tests-passed, reviewed, delivered; revoked takes back the attestation named as subject',
        ),
      predicate: jsonObject().optional().describe('evidence object (at most 16 KB)'),
      about_agent: label.optional().describe('agent the claim speaks of (feeds reputation)'),
      rating: z.int().min(1).max(5).optional().describe('optional rating of about_agent'),
      expires_at: z.string().max(64).optional().describe('ISO'),
      visibility: documentedDefault(z.enum(['public', 'private']), 'public').describe(
        'whether others and reputation may use it',
      ),
    }),
  output: () =>
    z.object({
      attestation_id: z.string().describe('"att_" and the first 24 hex of the envelope’s digest (RFC 8785)'),
      envelope: Envelope,
      statement: z.record(z.string(), z.unknown()).describe('in-toto Statement v1 as signed'),
      log: z.object({
        index: z.int(),
        leaf_hash: z.string(),
        tree_size: z.int(),
        root: z.string(),
        inclusion_proof: z.array(z.string()),
        signed_tree_head: SignedTreeHead,
      }),
      agent_signature: z.string().nullable(),
      self_attested: z.boolean(),
      verify: z.string(),
      public_key: z.string(),
    }),
  example: {
    input: { agent_id: 'a1', subject: 'hello', claim: 'reviewed' },
    output: {
      attestation_id: 'att_5d1c8a3f7b2e9d406c8f1a2b',
      envelope: {
        payloadType: 'application/vnd.in-toto+json',
        payload: 'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==',
        signatures: [{ keyid: '21fe31dfa154a261', sig: `${'A'.repeat(86)}==` }],
      },
      statement: {
        _type: 'https://in-toto.io/Statement/v1',
        subject: [
          {
            name: 'text',
            digest: { sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' },
          },
        ],
        predicateType: 'https://farebox.example/attest/v1/reviewed',
        predicate: {
          agent_id: 'a1',
          claim: 'reviewed',
          issued_at: '2026-11-20T12:00:00.000Z',
          nonce: 'n_0aVb4Kq7YtR2mXz9LcWdEs',
          issuer: { credential: 'prepaid', owner_tag: '3fa9c1', is_trial: false },
          visibility: 'public',
        },
      },
      log: {
        index: 0,
        leaf_hash: '9a3d5c1e7f2b4a6d8c0e1f3a5b7d9c2e4f6a8b0d1c3e5f7a9b2d4c6e8f0a1b3c',
        tree_size: 1,
        root: '9a3d5c1e7f2b4a6d8c0e1f3a5b7d9c2e4f6a8b0d1c3e5f7a9b2d4c6e8f0a1b3c',
        inclusion_proof: [],
        signed_tree_head: {
          tree_size: 1,
          root: '9a3d5c1e7f2b4a6d8c0e1f3a5b7d9c2e4f6a8b0d1c3e5f7a9b2d4c6e8f0a1b3c',
          timestamp: '2026-11-20T12:00:00.000Z',
          envelope: {
            payloadType: 'application/vnd.farebox.tree-head+json',
            payload: 'eyJ0cmVlX3NpemUiOjF9',
            signatures: [{ keyid: '21fe31dfa154a261', sig: `${'A'.repeat(86)}==` }],
          },
        },
      },
      agent_signature: null,
      self_attested: false,
      verify: 'https://farebox.example/api/v1/outcomes/attest-verify',
      public_key: 'https://farebox.example/api/v1/outcomes/action-receipt/public-key',
    },
  },
  check({ predicate, rating, about_agent, expires_at, claim, subject }) {
    if (Buffer.byteLength(JSON.stringify(predicate ?? {})) > MOST_PREDICATE_BYTES) {
      throw invalidFields({
        path: ['predicate'],
        type: 'too_long',
        msg: `Value error, at most ${MOST_PREDICATE_BYTES} bytes`,
      })
    }
    if (rating !== undefined && about_agent === undefined) {
      throw invalidFields({ path: ['about_agent'], type: 'missing', msg: 'Field required with rating' })
    }
    if (expires_at !== undefined && instantOf(expires_at) === null) {
      throw invalidFields({ path: ['expires_at'], msg: 'Value error, not an ISO 8601 time' })
    }
    const wrong = typeof subject === 'string' ? null : wrongDigest(subject)
    if (wrong !== null) throw invalidFields({ path: ['subject', ...wrong.path], msg: `Value error, ${wrong.msg}` })
    if (claim === 'revoked' && (typeof subject !== 'string' || !/^att_[0-9a-f]{24}$/.test(subject))) {
      throw invalidFields({ path: ['subject'], msg: 'Value error, revoked needs the attestation_id as subject' })
    }
  },
  async run(input, ctx) {
    const { attestationId, contentDigestOf, counterSignature, PAYLOAD_TYPE, payloadOf, statementOf } =
      await import('#shared/engines/attestation/statement.ts')
    const claim: Claim = { ...input, visibility: input.visibility ?? 'public' }
    if (claim.expires_at !== undefined) claim.expires_at = new Date(instantOf(claim.expires_at) ?? 0).toISOString()
    const said = [claim.claim, claim.agent_id, claim.about_agent ?? '', canonicalJson(claim.predicate ?? {})].join('\n')
    const { hasSecret, secretKinds } = await ctx.compute('screenText', { text: said, source: 'document' }, ctx)
    if (hasSecret) {
      throw new Refusal(
        'secret_detected',
        'The attestation would hold a secret for ever; nothing was logged or charged.',
        {
          detail: `Found: ${secretKinds.join(', ')}.`,
          fix: { action: 'Attest a digest of it instead.' },
        },
      )
    }
    const { attestations } = ctx.store
    const contentDigest = contentDigestOf(claim)
    const made = async () => {
      const issuedAt = ctx.now().toISOString()
      const issuer = await attestations.issuer()
      const { baseUrl } = ctx.signing
      const statement = statementOf(claim, { baseUrl, issuedAt, nonce: attestations.nonce, issuer })
      const envelope = await ctx.signing.envelope(PAYLOAD_TYPE, payloadOf(statement))
      return attestations.append({
        id: attestationId(envelope),
        agentId: claim.agent_id,
        claim: claim.claim,
        aboutAgent: claim.about_agent ?? null,
        rating: claim.rating ?? null,
        visibility: claim.visibility,
        contentDigest,
        envelope,
        agentSignature: counterSignature(claim),
        issuedAt,
        expiresAt: claim.expires_at ?? null,
        revokes: claim.claim === 'revoked' && typeof claim.subject === 'string' ? claim.subject : null,
      })
    }
    const attestation = (await attestations.findSame(contentDigest)) ?? (await made())
    const entry = await attestations.prove(attestation)
    const outcomes = `${ctx.signing.baseUrl}/api/v1/outcomes`
    return {
      attestation_id: attestation.id,
      envelope: attestation.envelope,
      // Safe: the payload is the canonical JSON of a statement we made.
      statement: JSON.parse(Buffer.from(attestation.envelope.payload, 'base64').toString('utf8')) as Record<
        string,
        unknown
      >,
      log: {
        index: entry.index,
        leaf_hash: entry.leafHash,
        tree_size: entry.treeSize,
        root: entry.root,
        inclusion_proof: entry.inclusionProof,
        signed_tree_head: await signTreeHead(ctx, entry),
      },
      agent_signature: attestation.agentSignature,
      self_attested: claim.about_agent === claim.agent_id,
      verify: `${outcomes}/attest-verify`,
      public_key: `${outcomes}/action-receipt/public-key`,
    }
  },
})

/**
 * What is wrong with a subject that means to name a digest. Hashed as any other JSON it would stand in the log for ever as
 * a digest of something nobody has.
 */
function wrongDigest({ name, digest }: Record<string, unknown>): { path: string[]; msg: string } | null {
  if (typeof digest !== 'object' || digest === null || !('sha256' in digest)) return null
  if (typeof digest.sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(digest.sha256))
    return { path: ['digest', 'sha256'], msg: 'a SHA-256 is 64 hex digits' }
  return typeof name === 'string' ? null : { path: ['name'], msg: 'a digest needs the name of what it is of' }
}
