import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'

import { checkSignature } from './check-signature.ts'
import { providerOf } from './detect-provider.ts'
import type { Delivery, Provider } from './provider.ts'
import { readDelivery } from './read-delivery.ts'
import { readEvent } from './read-event.ts'
import { readMoney } from './read-money.ts'
import { valueAt } from './value-at.ts'

type NormalizeInput = {
  payload: string | Record<string, unknown>
  headers: Record<string, unknown>
  provider: string
  secret: string | null
  url: string | null
  /** Unix milliseconds. */
  now: number
}

/** One delivery of any provider as one envelope. What is not known is passed through and said so, never guessed. */
export function normalizeWebhook({ payload, headers, provider: wanted, secret, url, now }: NormalizeInput) {
  const delivery = readDelivery({ payload, headers, url })
  const { provider, evidence } = providerOf(wanted, delivery)
  const { event, isKnown, isTest, data, unused } = readEvent(provider, delivery)
  const money = readMoney(provider, event.type, delivery)
  const isWhole = event.id !== null && event.occurred_at !== null && event.subject.id !== null
  return {
    provider,
    detected_by: evidence,
    event: { ...event, received_at: new Date(now).toISOString() },
    data,
    money,
    idempotency_key: event.id === null ? digestOfDelivery(payload) : `${provider}:${event.id}`,
    signature: checkSignature(provider, delivery, secret, now),
    is_test: isTest,
    challenge: challengeOf(provider, delivery),
    mapping: !isKnown ? 'passthrough' : isWhole ? 'exact' : 'partial',
    unmapped: unused.slice(0, 200),
  } as const
}

/** Without an id the body is its own name; an object whose bytes are lost is hashed in its canonical form. */
const digestOfDelivery = (payload: string | Record<string, unknown>) =>
  sha256Hex(typeof payload === 'string' ? payload : canonicalJson(payload))

/** A question of the provider's that has to be answered before it delivers anything. */
function challengeOf(provider: Provider, { body }: Delivery): { kind: string; respond_with: string } | null {
  const slack = valueAt(body, 'challenge')
  if (provider === 'slack' && typeof slack === 'string') return { kind: 'slack_url_verification', respond_with: slack }
  const grid = valueAt(body, 'data.validationCode')
  if (typeof grid === 'string')
    return { kind: 'event_grid_validation', respond_with: JSON.stringify({ validationResponse: grid }) }
  return null
}
