import { createHash, createHmac } from 'node:crypto'

import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'

const WEAK = new Set(['md5', 'sha1'])

export const hashText = defineOutcome({
  slug: 'hash-text',
  title: 'Hash text',
  description: 'Hashes UTF-8 text (or hex or base64 bytes) with md5, sha1, sha256 or sha512, or computes an HMAC.',
  cents: 1,
  pure: true,
  maxBodyBytes: 8 * 1024 * 1024,
  secrets: ['hmac_key'],
  types: { takes: { text: 'text', algorithm: 'hash-algorithm' }, gives: { hex: 'sha256' } },
  input: () =>
    z.object({
      text: z.string().max(5_000_000).describe('text (empty allowed)'),
      algorithm: z.enum(['md5', 'sha1', 'sha256', 'sha512']).default('sha256'),
      encoding: z.enum(['utf8', 'hex', 'base64']).default('utf8').describe('how text is turned into bytes'),
      hmac_key: z
        .string()
        .max(1_048_576)
        .optional()
        .describe('when present an HMAC over the same bytes is computed; never echoed'),
    }),
  output: () =>
    z.object({
      algorithm: z.string(),
      hex: z.string(),
      base64: z.string(),
      byte_length: z.int(),
      secure: z.boolean(),
      hmac: z.boolean(),
      advice: z.string().nullable(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { text: 'hello' },
    output: {
      algorithm: 'sha256',
      hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      base64: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
      byte_length: 5,
      secure: true,
      hmac: false,
      advice: null,
      notes: [],
    },
  },
  check: ({ text, encoding }) => {
    if (!decodes(text, encoding)) {
      throw invalidFields({
        path: ['text'],
        msg: `Value error, text is not strict ${encoding}`,
        input: text.slice(0, 80),
      })
    }
  },
  run({ text, algorithm, encoding, hmac_key }) {
    const bytes = Buffer.from(text, encoding)
    const hasher = hmac_key === undefined ? createHash(algorithm) : createHmac(algorithm, hmac_key)
    const digest = hasher.update(bytes).digest()
    const secure = !WEAK.has(algorithm)
    return {
      algorithm,
      hex: digest.toString('hex'),
      base64: digest.toString('base64'),
      byte_length: bytes.length,
      secure,
      hmac: hmac_key !== undefined,
      advice: secure ? null : `${algorithm} collisions can be made; use sha256 where anyone could gain from one.`,
      notes:
        encoding === 'utf8' && text.normalize('NFC') !== text
          ? ['text is not in Unicode NFC; it was hashed as sent']
          : [],
    }
  },
})

/** Strict: Buffer.from skips foreign characters in silence, which would hash something else than was sent. */
function decodes(text: string, encoding: 'utf8' | 'hex' | 'base64'): boolean {
  if (encoding === 'utf8') return true
  if (encoding === 'hex') return text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text)
  return (
    text.length % 4 === 0 &&
    /^[A-Za-z0-9+/]*={0,2}$/.test(text) &&
    Buffer.from(text, 'base64').toString('base64') === text
  )
}
