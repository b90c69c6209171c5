import { createHmac, hkdfSync } from 'node:crypto'

const PREFIX = 'whsec_'

/** The headers of a signed request, by the Standard Webhooks specification. */
export type SignedHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

/** How long the secret before a rotation still signs, in hours. */
export const FORMER_SECRET_HOURS = 24

/**
 * The secrets that sign our requests to sellers. They are derived from the server's secret, the endpoint and the number
 * of rotations, so none is stored.
 */
export function endpointSecrets(serverSecret: string) {
  const root = Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'seller-endpoint-secret-v1', 32))
  const keyOf = (endpointId: string, generation: number) =>
    createHmac('sha256', root).update(`${endpointId}:${generation}`).digest()
  return {
    /** The secret as it is shown once: `whsec_` and base64 of 32 bytes. */
    show: (endpointId: string, generation: number): string => PREFIX + keyOf(endpointId, generation).toString('base64'),
    /** Signs a body (`timestamp` in Unix seconds) with each generation, so that a rotation breaks no verifier. */
    sign(
      { endpointId, generations }: { endpointId: string; generations: readonly number[] },
      { id, timestamp, body }: { id: string; timestamp: number; body: string },
    ): SignedHeaders {
      const signatures = generations.map((generation) => {
        const mac = createHmac('sha256', keyOf(endpointId, generation)).update(`${id}.${timestamp}.${body}`)
        return `v1,${mac.digest('base64')}`
      })
      return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
    },
    /** The name of a payer towards one seller: the same at each call, and another one towards other sellers. */
    payerLabel: (endpointId: string, payer: string): string =>
      `payer_${createHmac('sha256', root).update(`payer:${endpointId}:${payer}`).digest('base64url').slice(0, 22)}`,
  }
}
