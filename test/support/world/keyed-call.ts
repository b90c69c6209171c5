import { uuidv7 } from 'uuidv7'

import type { KeyedCall } from '#shared/calls/accept-keyed.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

/** A call as the ingress would bring it to the accept statement, paid by a key. */
export function keyedCall(mint: CredentialMint, key: string, cents: number, idem: string | null = null): KeyedCall {
  return {
    callId: uuidv7(),
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: microUsdcOf(cents),
    timeoutMs: 60_000,
    input: '{}',
    inputDigest: Buffer.alloc(32),
    idem,
    keyId: mint.parse(key)?.id ?? '',
    keyHmac: mint.fingerprint(key),
  }
}
