import { crc32 } from 'node:zlib'

import { bech32 } from '@scure/base'

import { base62 } from '#shared/lib/crypto/base62.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import type { ValueCheck } from './secret-rule.ts'
import { isPrivateKey, isPuttyKey } from './private-key.ts'
import { isSolanaKey } from './solana-key.ts'

/** `real`: the checksum is correct. `possible`: nothing contradicts it. `not`: it cannot be what it looks like. */
export type Verdict = 'real' | 'possible' | 'not'

/** Distinguishes a real value from one of the same form only, as far as the value itself shows it. */
export function checkValue(check: ValueCheck, value: string): Verdict {
  if (check === 'github-checksum') return hasCrc(value) ? 'real' : 'possible'
  if (check === 'jwt') return isUnsigned(value) ? 'not' : isJwt(value) ? 'real' : 'possible'
  if (check === 'base58check' || check === 'extended-key') return isBase58Check(value) ? 'real' : 'not'
  if (check === 'solana-key') return isSolanaKey(value) ? 'real' : 'not'
  if (check === 'pem') return isPrivateKey(value) ? 'real' : hasKeyBody(value) ? 'possible' : 'not'
  if (check === 'pem-base64') return isPrivateKey(Buffer.from(value, 'base64').toString('latin1')) ? 'real' : 'possible'
  if (check === 'putty') return isPuttyKey(value) ? 'real' : 'possible'
  if (check === 'basic') return isBasicExample(value) ? 'not' : 'possible'
  if (check === 'bech32') return bech32.decodeUnsafe(value.toLowerCase(), 120) === undefined ? 'possible' : 'real'
  return isBase64Text(value) ? 'possible' : 'not'
}

/** Whether a block between key markers contains base64: code that only handles such markers has other text there. */
function hasKeyBody(block: string): boolean {
  const body = block.replace(/-----[A-Z0-9 _-]{0,80}-----/g, '').replace(/\\[nrt]|["'`+,\s\\>|*#;]/g, '')
  const run = /[A-Za-z0-9/=]{24,}/.exec(body)?.[0] ?? ''
  return /[0-9]/.test(run) || (/[a-z]/.test(run) && /[A-Z]{2}/.test(run))
}

/** GitHub and npm end a token with its CRC-32 in base62, six digits (github.blog, "Behind GitHub's new token formats"). */
function hasCrc(token: string): boolean {
  const at = token.indexOf('_') + 1
  const body = token.slice(at, -6)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  // GitHub's digits are in the order 0-9 A-Z a-z, as ours are.
  return base62(sum, 6) === token.slice(-6)
}

/** Whether the first part is a JSON object with the algorithm a header must name (RFC 7515). */
function isJwt(token: string): boolean {
  const [head = ''] = token.split('.')
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
    return typeof header === 'object' && header !== null && ('alg' in header || 'typ' in header || 'kid' in header)
  } catch {
    // Published test tokens are often damaged; the shape alone still counts.
    return false
  }
}

/** Whether a word is where the signature of a token would be. */
const isUnsigned = (token: string) =>
  /^[\w-]+\.[\w-]+\.?$/.test(token) || /\.(?:your[-_])?(?:signature|sig|secret)(?:[-_]here)?$/i.test(token)

/** Whether a value is strict base64 of readable text. */
function isBase64Text(value: string): boolean {
  if (value.length % 4 !== 0) return false
  const bytes = Buffer.from(value, 'base64')
  if (bytes.toString('base64') !== value) return false
  const strange = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32) || byte > 126).length
  return strange <= bytes.length * 0.1
}

/** `username:password` and the login of RFC 7617, which manuals encode. */
const isBasicExample = (value: string) =>
  /^(?:user(?:name)?|admin|login|test|foo|aladdin):(?:pass(?:word|wd)?|secret|test|bar|open ?sesame|123\d{0,5})$/i.test(
    Buffer.from(value, 'base64').toString('latin1'),
  )

/** Base58Check: the last four bytes are the start of the double SHA-256 of the rest. */
function isBase58Check(value: string): boolean {
  const bytes = fromBase58(value)
  if (bytes === null || bytes.length < 5) return false
  const sum = Buffer.from(sha256Hex(Buffer.from(sha256Hex(bytes.subarray(0, -4)), 'hex')), 'hex')
  return sum.subarray(0, 4).equals(bytes.subarray(-4))
}
