import { createHmac, timingSafeEqual } from 'node:crypto'

import {
  type Algorithm,
  encodingOf,
  keyOf,
  readSignature,
  type Scheme,
  schemeOf,
  signedContent,
  writeSignature,
} from './signature-scheme.ts'

export type SignatureInput = {
  payload: string
  secret: string
  signature?: string | undefined
  scheme: Scheme | 'auto'
  algorithm: Algorithm
  timestamp?: string | undefined
  messageId?: string | undefined
  toleranceS: number
  /** Unix milliseconds. */
  now: number
}

export type SignatureVerdict = {
  decision: 'allow' | 'block' | null
  valid: boolean | null
  scheme: Scheme
  algorithm: Algorithm
  expected: string | null
  timestamp: { value: string; age_s: number; within_tolerance: boolean } | null
  diagnosis: string[]
  compared: 'constant-time'
}

/**
 * Verifies a webhook signature, or computes the expected one when none was sent. A wrong signature is compared with the
 * results of common mistakes, and the mistake that explains it is named; it stays wrong. The expected value of a failed
 * check is never returned, because it would be a valid signature for the caller.
 */
export function verifySignature(input: SignatureInput): SignatureVerdict {
  const scheme = input.scheme === 'auto' ? schemeOf(input.signature) : input.scheme
  const read = input.signature === undefined ? null : readSignature(scheme, input.signature)
  const algorithm = read?.algorithm ?? (scheme === 'raw' || scheme === 'github' ? input.algorithm : 'sha256')
  const isTimed = scheme === 'stripe' || scheme === 'slack' || scheme === 'standard-webhooks'
  const told = read?.timestamp ?? input.timestamp
  const stamp = told ?? String(Math.floor(input.now / 1_000))
  // Only a signature that is computed may take the present for its time.
  const timestamp = isTimed && (told !== undefined || read === null) ? ageOf(stamp, input) : null
  const parts = { timestamp: stamp, messageId: input.messageId ?? '' }
  const macOf = (payload: string, key: Buffer, by: Algorithm = algorithm) =>
    createHmac(by, key)
      .update(signedContent(scheme, payload, parts))
      .digest()
  const key = keyOf(scheme, input.secret)
  const mac = macOf(input.payload, key)
  const base = { scheme, algorithm, timestamp, compared: 'constant-time' } as const
  if (read === null) {
    const expected = writeSignature(scheme, algorithm, mac, stamp)
    return { ...base, decision: null, valid: null, expected, diagnosis: [] }
  }
  const matches = (candidate: Buffer) => read.digests.some((digest) => equalDigest(digest, candidate, scheme))
  // Anybody can sign with a secret of no bytes, such as `whsec_` and no base64 after it.
  const isMac = key.length > 0 && matches(mac) && (read.prefixed || scheme === 'raw')
  const inTime = timestamp === null || timestamp.within_tolerance
  const isUntimed = isTimed && timestamp === null
  const diagnosis = isUntimed ? ['timestamp_missing'] : isMac ? [] : diagnose()
  if (!inTime) diagnosis.push('outside_tolerance')
  const valid = isMac && inTime && !isUntimed
  return { ...base, decision: valid ? 'allow' : 'block', valid, expected: null, diagnosis }

  function diagnose(): string[] {
    const { payload, secret } = input
    if (key.length === 0) return ['secret_empty']
    const found: string[] = []
    if (!read?.prefixed && matches(mac)) found.push('prefix_missing')
    if (read?.digests.some((digest) => equalDigest(digest, mac, scheme, 'other')) === true) found.push('wrong_encoding')
    if (bodyVariants(payload, 'trailing_newline').some((text) => matches(macOf(text, key))))
      found.push('trailing_newline')
    if (bodyVariants(payload, 'crlf_vs_lf').some((text) => matches(macOf(text, key)))) found.push('crlf_vs_lf')
    if (bodyVariants(payload, 'json_reserialised').some((text) => matches(macOf(text, key))))
      found.push('json_reserialised')
    if (secret.trim() !== secret && matches(macOf(payload, keyOf(scheme, secret.trim()))))
      found.push('secret_whitespace')
    for (const { name, key: other } of otherKeys(scheme, secret)) {
      if (matches(macOf(payload, other)) && !found.includes(name)) found.push(name)
    }
    const others = (['sha1', 'sha256', 'sha512'] as const).filter((by) => by !== algorithm)
    if (others.some((by) => matches(macOf(payload, key, by)))) found.push('wrong_algorithm')
    return found
  }
}

function ageOf(stamp: string, { now, toleranceS }: SignatureInput): SignatureVerdict['timestamp'] {
  const seconds = /^\d{9,11}$/.test(stamp) ? Number(stamp) : Date.parse(stamp) / 1_000
  const age = Math.round(now / 1_000 - seconds)
  if (!Number.isFinite(age)) return { value: stamp, age_s: 0, within_tolerance: false }
  return { value: stamp, age_s: age, within_tolerance: toleranceS === 0 || Math.abs(age) <= toleranceS }
}

/** Whether a written digest equals these bytes: in the scheme's own encoding, or only in the other one. */
function equalDigest(digest: string, mac: Buffer, scheme: Scheme, which: 'own' | 'other' = 'own'): boolean {
  const own = encodingOf(scheme)
  const encodings = scheme === 'raw' ? (['hex', 'base64'] as const) : [own]
  const tried = which === 'own' ? encodings : (['hex', 'base64'] as const).filter((one) => !encodings.includes(one))
  return tried.some((encoding) => {
    const form = encoding === 'hex' ? /^[0-9a-f]+$/i : /^[A-Za-z0-9+/_-]+={0,2}$/
    if (!form.test(digest)) return false
    const bytes = Buffer.from(digest, encoding)
    return bytes.length === mac.length && timingSafeEqual(bytes, mac)
  })
}

function bodyVariants(payload: string, kind: 'trailing_newline' | 'crlf_vs_lf' | 'json_reserialised'): string[] {
  if (kind === 'trailing_newline')
    return [payload.replace(/\r?\n$/, ''), `${payload}\n`, `${payload}\r\n`].filter(isNot(payload))
  if (kind === 'crlf_vs_lf') {
    const lf = payload.replaceAll('\r\n', '\n')
    return [lf, lf.replaceAll('\n', '\r\n')].filter(isNot(payload))
  }
  try {
    const value: unknown = JSON.parse(payload)
    const compact = JSON.stringify(value)
    const spaced = JSON.stringify(value, null, 1)
      .replaceAll(/\n\s*/g, ' ')
      .replaceAll(/([[{]) | (?=[\]}])/g, '$1')
    return [compact, spaced, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), escaped(compact)].filter(
      isNot(payload),
    )
  } catch {
    return []
  }
}

const isNot = (payload: string) => (text: string) => text !== payload

/** JSON with everything beyond ASCII written as \u escapes, as PHP and Python write it. */
const escaped = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Other readings of the secret: decoded from base64 or hex, or its text where the scheme decodes it. */
function otherKeys(scheme: Scheme, secret: string): { name: 'base64_secret' | 'hex_secret'; key: Buffer }[] {
  const bare = secret.replace(/^whsec_/, '')
  if (scheme === 'standard-webhooks')
    return [Buffer.from(secret), Buffer.from(bare)].map((key) => ({ name: 'base64_secret', key }))
  const hex = /^(?:[0-9a-f]{2})+$/i.test(bare) ? [{ name: 'hex_secret' as const, key: Buffer.from(bare, 'hex') }] : []
  return [...hex, { name: 'base64_secret' as const, key: Buffer.from(bare, 'base64') }].filter(
    ({ key }) => key.length > 0,
  )
}
