import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { pathAttack } from './path-attack.ts'
import { signatureFormats, signatureVerdict } from './signature-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'
import { isBase64 } from '#shared/lib/crypto/is-base64.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

export const skillSignatureVerify = defineOutcome({
  slug: 'skill-signature-verify',
  title: 'Skill signature verify',
  description:
    'Verifies that a skill package is exactly what a trusted signer signed: every file, nothing extra. Reads OMS and ' +
    'Sigstore bundles (offline, against the embedded trust root), DSSE envelopes, bare signatures, SSH signatures and ' +
    'JWS; refuses weak keys; says who signed, whether you trust them, and which files differ.',
  cents: 5,
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'block'],
  input: guardInput({
    files: z
      .array(
        z.looseObject({
          path: z.string().max(1_000),
          content: z.string().max(8_388_608).optional(),
          content_base64: z.string().max(8_388_608).optional(),
          sha256: z
            .string()
            .regex(/^[0-9a-fA-F]{64}$/, 'Value error, 64 hex digits')
            .optional(),
          mode: z.union([z.string().max(12), z.int().min(0).max(0o177777)]).optional(),
        }),
      )
      .min(1)
      .max(2_000)
      .describe('{path, content | content_base64 | sha256, mode?}'),
    signature: z
      .union([z.string().min(1).max(500_000), jsonObject()])
      .describe(
        'OMS/Sigstore bundle JSON, DSSE envelope, detached Ed25519 over the manifest, SSH signature, or JWS; bare ' +
          'signatures cover the manifest or a file of the package that lists the others, such as SHA256SUMS',
      ),
    format: documentedDefault(z.enum(['auto', ...signatureFormats]), 'auto').describe('format'),
    public_key: z
      .union([z.string().max(20_000), jsonObject()])
      .optional()
      .describe('key (raw, PEM, JWK, ssh-ed25519 line)'),
    trusted: z
      .array(
        z.looseObject({
          kind: z.enum(['key', 'identity', 'certificate']),
          value: z.union([z.string().min(1).max(20_000), jsonObject()]),
          name: z.string().max(200).optional(),
          issuer: z.string().max(2_048).optional().describe('of an identity: who has to vouch for it'),
        }),
      )
      .max(100)
      .optional()
      .describe('{kind: key|identity|certificate, value, name} trust anchors'),
    ignore: documentedDefault(z.array(z.string().min(1).max(500)).max(200), [
      '.git/**',
      '*.sig',
      'skill.oms.sig',
    ]).describe('not covered'),
    strict: documentedDefault(z.boolean(), true).describe('unsigned extra files fail'),
  }),
  output: signatureVerdict,
  example: {
    input: {
      files: [
        {
          path: 'SKILL.md',
          content: '# Hello\nSay hello.\n',
        },
      ],
      signature: 'IBzoAvs8a1lxMqfaA4FufdkWQAWE6vRBDsXrnSOJf08jDkAKnHEgK7YYIRgGoPP15ouKiioQRCNricgZkAowAA==',
      trusted: [
        {
          kind: 'key',
          value: 'c50585f579347ac2ab4c48de5151ac9890ddf97770aae1d1227a03af22ad17b6',
          name: 'Example publisher',
        },
      ],
    },
    output: {
      decision: 'allow',
      reasons: [],
      checks: [
        {
          id: 'signature',
          status: 'pass',
          detail: 'ed25519, ed25519.',
        },
        {
          id: 'files',
          status: 'pass',
          detail: '1 of 1 files are as signed.',
        },
        {
          id: 'coverage',
          status: 'pass',
          detail: '0 files are not covered.',
        },
        {
          id: 'trust',
          status: 'pass',
          detail: 'the key is among trusted.',
        },
        {
          id: 'revocation',
          status: 'skipped',
          detail: 'Revocation is not looked up: nothing is fetched.',
        },
      ],
      risk_score: 0,
      next_action: 'Install the package: it is what a signer you trust has signed.',
      input_digest: 'dea4ce5effd16a9aab27b1d91cf924385226e0ee48e86bd8fb5ec11b839ede78',
      ruleset: 'skill-signature/2026-11-20',
      valid: true,
      trusted: true,
      signer: {
        kind: 'key',
        key_id: 'b6246fef9e0380313fcd2884349762520fcb468b729ba35e9dae5a96097b5bd3',
        identity: null,
        issuer: null,
        name: 'Example publisher',
      },
      manifest_digest: '38080d307f67f36b54e1c27fac6e990d4dcf260a4cc3121d11ebd15e9f91edf8',
      files: {
        total: 1,
        matched: 1,
        modified: [],
        missing: [],
        unsigned: [],
      },
      signed_at: null,
      algorithm: 'ed25519',
      details: [
        {
          step: 'manifest',
          ok: true,
          detail: '1 files, sha256 38080d307f67f36b54e1c27fac6e990d4dcf260a4cc3121d11ebd15e9f91edf8',
        },
        {
          step: 'signature',
          ok: true,
          detail: 'ed25519 over the manifest',
        },
        {
          step: 'trust',
          ok: true,
          detail: 'the key is among trusted',
        },
      ],
    },
  },
  check: ({ files }) => {
    const attack = pathAttack(files)
    if (attack !== null) {
      throw invalidFields({
        path: ['files', attack.index, 'path'],
        msg: `Value error, ${attack.why}`,
        type: 'path_attack',
      })
    }
    for (const [index, { content, content_base64, sha256 }] of files.entries()) {
      const given = [content, content_base64, sha256].filter((one) => one !== undefined).length
      if (given !== 1) {
        throw invalidFields({
          path: ['files', index],
          msg: 'Value error, send one of content, content_base64 or sha256',
        })
      }
      if (content_base64 !== undefined && !isBase64(content_base64)) {
        throw invalidFields({ path: ['files', index, 'content_base64'], msg: 'Value error, not base64' })
      }
    }
  },
  async run(input, ctx) {
    const { checkSkillSignature } = await import('./check-skill-signature.ts')
    return checkSkillSignature(input, ctx.now())
  },
})
