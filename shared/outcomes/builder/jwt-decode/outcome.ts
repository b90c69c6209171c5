import { z } from 'zod'

import { readKey } from './read-key.ts'
import { readToken } from './read-token.ts'
import { WARNING_CODES } from './token-warning.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const time = z.string().nullable()

export const jwtDecode = defineOutcome({
  slug: 'jwt-decode',
  title: 'JWT decode',
  description: 'Decodes a JWT, explains its claims and times, and flags weaknesses; verifies when a key is given.',
  cents: 1,
  secrets: ['token', 'key'],
  types: {
    takes: { token: 'jwt' },
    gives: { payload: 'json', header: 'json', 'times.expires_at': 'iso-datetime' },
    also: { 'times.issued_at': 'iso-datetime', 'times.not_before': 'iso-datetime' },
  },
  input: () =>
    z.object({
      token: z.string().max(16_384).describe('compact JWS or JWE; a leading "Bearer " is removed'),
      key: z
        .union([z.string().min(1).max(65_536), jsonObject()])
        .optional()
        .describe(
          'PEM, JWK or JWKS object, or shared secret (its UTF-8 bytes); the signature is checked only when given',
        ),
      now: z.iso
        .datetime({ offset: true })
        .max(64)
        .optional()
        .describe('time at which exp and nbf are judged; the present unless given'),
      audience: z.string().max(2_048).optional().describe('expected aud'),
      issuer: z.string().max(2_048).optional().describe('expected iss'),
    }),
  output: () =>
    z.object({
      header: z.record(z.string(), z.unknown()),
      payload: z.record(z.string(), z.unknown()).nullable().describe('null for a JWE, which is encrypted'),
      signature_present: z.boolean(),
      type: z.enum(['JWS', 'JWE']),
      times: z.object({
        issued_at: time,
        not_before: time,
        expires_at: time,
        expired: z.boolean(),
        not_yet_valid: z.boolean(),
        seconds_to_expiry: z.number().nullable(),
        lifetime_s: z.number().nullable(),
      }),
      claims: z.array(z.object({ name: z.string(), value: z.unknown(), meaning: z.string() })),
      verification: z.object({
        performed: z.boolean(),
        valid: z.boolean().nullable().describe('of the signature alone; times, audience and issuer are told apart'),
        alg: z.string().nullable(),
        kid_matched: z.boolean().nullable(),
        reason: z.string().nullable(),
      }),
      warnings: z.array(
        z.object({ code: z.enum(WARNING_CODES), severity: z.enum(['high', 'medium', 'low']), message: z.string() }),
      ),
      decoded_only: z.boolean().describe('true unless the signature was found valid: do not trust the content'),
    }),
  example: {
    input: { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
    output: {
      header: { alg: 'none' },
      payload: { sub: '1' },
      signature_present: false,
      type: 'JWS',
      times: {
        issued_at: null,
        not_before: null,
        expires_at: null,
        expired: false,
        not_yet_valid: false,
        seconds_to_expiry: null,
        lifetime_s: null,
      },
      claims: [{ name: 'sub', value: '1', meaning: 'Subject: whom or what the token is about.' }],
      verification: { performed: false, valid: null, alg: 'none', kid_matched: null, reason: null },
      warnings: [
        {
          code: 'alg_none',
          severity: 'high',
          message: 'The token is not signed (alg none): anyone can write one like it.',
        },
        { code: 'missing_exp', severity: 'medium', message: 'It has no exp: once leaked it is good forever.' },
      ],
      decoded_only: true,
    },
  },
  check({ token, key }) {
    readOrRefuse(token, key)
  },
  async run({ token, key, now, audience, issuer }, ctx) {
    const read = readOrRefuse(token, key)
    const { decodeToken } = await import('./decode-token.ts')
    return decodeToken(read.token, read.keys, { audience, issuer }, now === undefined ? ctx.now() : new Date(now))
  },
})

/** Both are read before any charge; the refusal quotes neither. */
function readOrRefuse(token: string, key: string | Record<string, unknown> | undefined) {
  const read = readToken(token)
  const keys = key === undefined ? null : readKey(key)
  if (typeof read !== 'string' && typeof keys !== 'string') return { token: read, keys }
  const wrong = [
    ...(typeof read === 'string' ? [{ path: ['token'], msg: `Value error, ${read}` }] : []),
    ...(typeof keys === 'string' ? [{ path: ['key'], msg: `Value error, ${keys}` }] : []),
  ]
  throw invalidFields(...wrong)
}
