import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import { base62 } from '#shared/lib/crypto/base62.ts'
import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { uuidText } from '#shared/lib/crypto/uuid-text.ts'

/** Credential types: prepaid key, trial key, day, week and month pass, API key and session of a user, token of an operator. */
export const CREDENTIAL_TYPES = {
  sk: 'prepaid',
  tk: 'trial',
  dp: 'day',
  wp: 'week',
  mp: 'month',
  ak: 'api-key',
  ss: 'session',
  op: 'operator',
} as const
export type CredentialType = keyof typeof CREDENTIAL_TYPES
export type PassType = 'dp' | 'wp' | 'mp'

export const isPassType = (type: CredentialType): type is PassType => type === 'dp' || type === 'wp' || type === 'mp'

export type ParsedCredential = { type: CredentialType; id: string; secret: string }

const FORM = /^fb_(live|test)_(sk|tk|dp|wp|mp|ak|ss|op)_([0-9A-Za-z]{12})([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** Credentials whose fingerprints a process remembers. */
const MOST_REMEMBERED = 10_000

/**
 * Issues, parses and fingerprints credentials: `fb_<live|test>_<type>_<id 12><secret 32><checksum 6>`, base62. The
 * secret is derived from the server secret and the id, so it is never stored and a permitted replay shows the same one.
 * The database stores an HMAC of the whole credential under a separate pepper. The checksum (CRC-32) rejects mistyped
 * credentials without a database query.
 */
export function credentialMint(serverSecret: string, environment: 'live' | 'test') {
  const secretKey = deriveKey(serverSecret, 'credential-secret-v1')
  const pepper = deriveKey(serverSecret, 'credential-pepper-v1')
  const tokenKey = deriveKey(serverSecret, 'call-token-v1')
  const purchaseTokenKey = deriveKey(serverSecret, 'purchase-token-v1')
  const payTokenKey = deriveKey(serverSecret, 'solana-pay-token-v1')
  const claimKey = deriveKey(serverSecret, 'payout-claim-v1')
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()
  // What a credential is worth is asked of the database at every call, so nothing here can outlive a revocation.
  const fingerprints = new LRUCache<string, Buffer>({ max: MOST_REMEMBERED })
  const checksum = (text: string) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(crc32(text))
    return base62(bytes, 6)
  }

  return {
    /** Returns the full credential of a type and id. It is shown to the user once. */
    issue(type: CredentialType, id: string): string {
      const body = `fb_${environment}_${type}_${id}${base62(hmac(secretKey, `${type}:${id}`), 32)}`
      return body + checksum(body)
    },
    /** Parses a credential. Returns null when its form, environment or checksum is wrong. Does not use the database. */
    parse(credential: string): ParsedCredential | null {
      const match = FORM.exec(credential)
      if (match === null || match[1] !== environment) return null
      if (checksum(credential.slice(0, -6)) !== match[5]) return null
      // Safe: the pattern admits only these types.
      return { type: match[2] as CredentialType, id: match[3] ?? '', secret: match[4] ?? '' }
    },
    /** The stored fingerprint: HMAC-SHA-256 of the whole credential under the pepper, version 1. */
    fingerprint(credential: string): Buffer {
      let known = fingerprints.get(credential)
      if (known === undefined) fingerprints.set(credential, (known = hmac(pepper, credential)))
      return known
    },
    /** The token that reads one call. It is derived, so no secret is stored with the call. */
    callToken: (callId: string): string => `ct_${hmac(tokenKey, callId).subarray(0, 24).toString('base64url')}`,
    /** The token of an anonymous buyer, by the UUID of the purchase. Derived, as a call's token is. */
    purchaseToken: (purchaseId: string): string =>
      `pt_${hmac(purchaseTokenKey, purchaseId).subarray(0, 24).toString('base64url')}`,
    /** The token of a Solana Pay link, by the UUID of the purchase. Whoever has it may pay the purchase, and read nothing. */
    payToken: (purchaseId: string): string =>
      `sp_${hmac(payTokenKey, purchaseId).subarray(0, 24).toString('base64url')}`,
    /**
     * The token that proves a wallet for what is still owed to a deleted account, by the UUID of its user, which it
     * contains. Derived, as a call's token is.
     */
    claimToken(userId: string): string {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
      return `fbp_${Buffer.concat([id, hmac(claimKey, userId).subarray(0, 24)]).toString('base64url')}`
    },
    /** The user (UUID) of a claim token; null for anything that was not issued here. */
    userOfClaim(token: string): string | null {
      const bytes = Buffer.from(/^fbp_([\w-]{54})$/.exec(token)?.[1] ?? '', 'base64url')
      if (bytes.length !== 40) return null
      const userId = uuidText(bytes.subarray(0, 16).toString('hex'))
      return timingSafeEqual(bytes.subarray(16), hmac(claimKey, userId).subarray(0, 24)) ? userId : null
    },
  }
}

export type CredentialMint = ReturnType<typeof credentialMint>
