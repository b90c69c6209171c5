import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { pathAttack } from './path-attack.ts'
import { signatureFormats, signatureVerdict } from './signature-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'
import { isBase64 } from '#shared/lib/crypto/is-base64.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { files: 'json', signature: 'json', public_key: 'json' },
    gives: { decision: 'decision' },
    also: { manifest_digest: 'sha256' },
  },
  input: () =>
    guardInput({
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
  example: exampleFrom(example),
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
