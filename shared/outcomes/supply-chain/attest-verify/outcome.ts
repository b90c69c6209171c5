import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import type { Attestation } from '#shared/doors/attestations.ts'
import { signTreeHead } from '#shared/outcomes/lib/sign-tree-head.ts'
import example from './example.json' with { type: 'json' }

const text = (max: number) => z.string().max(max).optional()

export const attestVerify = defineOutcome({
  slug: 'attest-verify',
  title: 'Attest verify',
  description:
    'Verifies an attestation, by id or as a DSSE envelope of any issuer: signature over the transmitted bytes, subject ' +
    'digest, log inclusion and consistency, expiry, revocation, issuer and expected fields. A foreign envelope without a key is never valid.',
  cents: 1,
  impulse: true,
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { attestation_id: 'attestation-id', envelope: 'json', subject: 'json' },
    gives: { decision: 'decision', 'statement.predicate.agent_id': 'agent-id' },
    also: {
      'statement.subject.0.digest.sha256': 'sha256',
      'statement.predicate.claim': 'claim',
      'statement.predicate.issued_at': 'iso-datetime',
    },
    either: ['attestation_id', 'envelope'],
  },
  input: () =>
    guardInput({
      attestation_id: z.string().max(64).optional().describe('id in this service'),
      envelope: jsonObject().optional().describe('DSSE envelope (any issuer)'),
      subject: z.unknown().optional().describe('content to hash and compare'),
      expected: z
        .object({ agent_id: text(128), claim: text(200), about_agent: text(128) })
        .optional()
        .describe('what the statement has to say'),
      public_key: z
        .union([z.string().max(4_000), jsonObject()])
        .optional()
        .describe('key for foreign envelopes: Ed25519 in hex or base64, PEM or JWK'),
      now: nowInput.describe('ISO time (tests)'),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      valid: z.boolean().describe('signature valid and nothing contradicted'),
      statement: z.record(z.string(), z.unknown()).nullable(),
      issuer: z.object({
        own_service: z.boolean(),
        key_id: z.string().nullable(),
        credential_kind: z.string().nullable(),
      }),
      subject_match: z.boolean().nullable().describe('null without subject'),
      log: z.object({ index: z.int(), tree_size: z.int(), consistent: z.boolean() }).nullable(),
    }),
  example: exampleFrom(example),
  check({ attestation_id, envelope }) {
    if (attestation_id !== undefined || envelope !== undefined) return
    throw invalidFields({ path: ['attestation_id'], type: 'missing', msg: 'Send attestation_id or envelope' })
  },
  async run(input, ctx) {
    const [{ readEnvelope, readPublicKey, isSignedBy, ed25519Key }, { judgeAttestation }, { attestationId }] =
      await Promise.all([
        import('#shared/engines/attestation/verify-envelope.ts'),
        import('./judge-attestation.ts'),
        import('#shared/engines/attestation/statement.ts'),
      ])
    const id = input.attestation_id ?? attestationId(input.envelope)
    if (input.envelope !== undefined && attestationId(input.envelope) !== id) {
      throw invalidFields({
        path: ['envelope'],
        msg: 'Value error, this is not the envelope of attestation_id; send one of them',
      })
    }
    const known = await ctx.store.attestations.find(id)
    if (known === null && input.envelope === undefined) throw noSuchAttestation()
    // An envelope that was sent is judged as it was sent, also where its id is one of ours.
    const envelope = readEnvelope(input.envelope ?? known?.envelope)
    if (envelope === null) {
      throw invalidFields({
        path: ['envelope'],
        msg: 'Value error, not a DSSE envelope: payloadType, payload, signatures',
      })
    }
    const ours = await ctx.signing.keys()
    const ownService = known !== null || envelope.signatures.some(({ keyid }) => ours.some(({ kid }) => kid === keyid))
    const given = readPublicKey(input.public_key)
    if (given === null && input.public_key !== undefined && !ownService) {
      throw invalidFields({ path: ['public_key'], msg: 'Value error, not a public key' })
    }
    const keys = ownService ? ours.map(({ x }) => ed25519Key(x)) : given === null ? [] : [given]
    const entry = known === null ? null : await ctx.store.attestations.prove(known)
    const own =
      known === null || entry === null
        ? null
        : { ...ofOurs(known), ...entry, headSigned: await isHeadSigned(ctx, entry) }
    const { verdict, valid, match } = judgeAttestation({
      input,
      envelope,
      signed: isSignedBy(envelope, keys),
      ownService,
      own,
      nowMs: instantOf(input.now) ?? ctx.now().getTime(),
    })
    return {
      ...verdict,
      valid,
      // Safe: a statement is a JSON object.
      statement: envelope.statement as Record<string, unknown> | null,
      issuer: {
        own_service: ownService,
        key_id: envelope.signatures[0]?.keyid ?? null,
        credential_kind: known?.credential ?? null,
      },
      subject_match: match,
      log: entry === null ? null : { index: entry.index, tree_size: entry.treeSize, consistent: entry.consistent },
    }
  },
})

const ofOurs = ({ revokedAt, credential }: Attestation) => ({ revokedAt, credential })

/** Whether the newest head can be had with our signature; without the signer the rest of the verdict still stands. */
const isHeadSigned = (ctx: OutcomeContext, entry: { treeSize: number; root: string }) =>
  signTreeHead(ctx, entry).then(
    () => true,
    () => false,
  )

const noSuchAttestation = () =>
  new Refusal('not_found', 'There is no such attestation, or it is private and not yours; nothing was charged.', {
    fix: { action: 'Check attestation_id, or send the envelope.' },
  })
