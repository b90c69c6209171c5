import { hkdfSync, sign } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

import { ed25519KeyPair } from '#shared/lib/crypto/ed25519-key-pair.ts'
import { rotatedSecrets } from '#shared/lib/crypto/rotated-secrets.ts'

/** What is signed: `id` is the event's public id, `timestamp` the time of the attempt. */
type Message = { id: string; timestamp: Date; body: string }

/**
 * Signs deliveries by Standard Webhooks: `v1` with the secret of the webhook, `v1a` with the Ed25519 key of this
 * installation. Both are derived from the server's secret, so no process stores them.
 */
export function webhookSigner(serverSecret: string) {
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', label, 32))
  const pair = ed25519KeyPair(derive('webhook-ed25519-v1'))
  const secretOf = rotatedSecrets(derive('webhook-secret-v1'))
  return {
    /** The secret as it is shown once: `whsec_` and base64 of 32 bytes. */
    secretOf,
    /** The published key: `whpk_` and base64 of 32 bytes. */
    publicKey: `whpk_${pair.publicKey.toString('base64')}`,
    /**
     * The headers of a delivery. `keys` names the secrets that sign: two for a day after a rotation, none for a callback,
     * which has the Ed25519 signature alone.
     */
    headersOf({ id, timestamp, body }: Message, keys: readonly { webhookId: string; generation: number }[]) {
      const seconds = Math.floor(timestamp.getTime() / 1_000)
      const byKey = sign(null, Buffer.from(`${id}.${seconds}.${body}`), pair.privateKey).toString('base64')
      const bySecret = keys.map(({ webhookId, generation }) =>
        new Webhook(secretOf(webhookId, generation)).sign(id, timestamp, body),
      )
      return {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': [...bySecret, `v1a,${byKey}`].join(' '),
      }
    },
  }
}

export type WebhookSigner = ReturnType<typeof webhookSigner>
