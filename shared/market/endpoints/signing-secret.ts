import { createHmac } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { rotatedSecrets } from '#shared/lib/crypto/rotated-secrets.ts'

/** The headers of a signed request, by the Standard Webhooks specification. */
export type SignedHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

/**
 * The secrets that sign our requests to sellers. They are derived from the server's secret, the endpoint and the number
 * of rotations, so none is stored.
 */
export function endpointSecrets(serverSecret: string) {
  const root = deriveKey(serverSecret, 'seller-endpoint-secret-v1')
  const secretOf = rotatedSecrets(root)
  return {
    /** The secret as it is shown once. */
    show: secretOf,
    /** Signs a body (`timestamp` in Unix seconds) with each generation, so that a rotation breaks no verifier. */
    sign(
      { endpointId, generations }: { endpointId: string; generations: readonly number[] },
      { id, timestamp, body }: { id: string; timestamp: number; body: string },
    ): SignedHeaders {
      const signatures = generations.map((generation) =>
        new Webhook(secretOf(endpointId, generation)).sign(id, new Date(timestamp * 1_000), body),
      )
      return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
    },
    /** The name of a payer towards one seller: the same at each call, and another one towards other sellers. */
    payerLabel: (endpointId: string, payer: string): string =>
      `payer_${createHmac('sha256', root).update(`payer:${endpointId}:${payer}`).digest('base64url').slice(0, 22)}`,
  }
}
