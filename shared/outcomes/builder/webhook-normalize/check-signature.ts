import { createVerify } from 'node:crypto'

import { instantOf } from '#shared/engines/guard/instant.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import type { Algorithm, Scheme } from '#shared/engines/hmac/signature-scheme.ts'
import { verifySignature } from '#shared/engines/hmac/verify-signature.ts'
import type { Delivery, Provider } from './provider.ts'
import { valueAt } from './value-at.ts'

export type SignatureCheck = {
  checked: boolean
  valid: boolean | null
  scheme: string | null
  reason: string | null
  timestamp_age_s: number | null
  diagnosis: string[]
}

/** How a provider signs: which header, what it signs, and what else has to be at hand. */
type SigningRule = {
  provider: Provider
  header: string
  name: string
  scheme: Scheme
  algorithm?: Algorithm
  timestampHeader?: string
  idHeader?: string
  /** Where the signed content is more than the body. */
  content?: (delivery: Delivery, raw: string) => string
  needsUrl?: true
}

const TOLERANCE_S = 300

/** The providers' own documentation; the first header that is there counts. */
const RULES: readonly SigningRule[] = [
  { provider: 'stripe', header: 'stripe-signature', name: 'stripe-v1', scheme: 'stripe' },
  { provider: 'github', header: 'x-hub-signature-256', name: 'github-sha256', scheme: 'github' },
  { provider: 'github', header: 'x-hub-signature', name: 'github-sha1', scheme: 'github', algorithm: 'sha1' },
  { provider: 'shopify', header: 'x-shopify-hmac-sha256', name: 'shopify-sha256', scheme: 'shopify' },
  {
    provider: 'slack',
    header: 'x-slack-signature',
    name: 'slack-v0',
    scheme: 'slack',
    timestampHeader: 'x-slack-request-timestamp',
  },
  {
    provider: 'twilio',
    header: 'x-twilio-signature',
    name: 'twilio-sha1',
    scheme: 'raw',
    algorithm: 'sha1',
    content: twilioContent,
    needsUrl: true,
  },
  {
    provider: 'square',
    header: 'x-square-hmacsha256-signature',
    name: 'square-sha256',
    scheme: 'shopify',
    content: ({ url }, raw) => `${url}${raw}`,
    needsUrl: true,
  },
  { provider: 'linear', header: 'linear-signature', name: 'linear-sha256', scheme: 'raw' },
  {
    provider: 'svix',
    header: 'webhook-signature',
    name: 'standard-webhooks',
    scheme: 'standard-webhooks',
    timestampHeader: 'webhook-timestamp',
    idHeader: 'webhook-id',
  },
  {
    provider: 'svix',
    header: 'svix-signature',
    name: 'standard-webhooks',
    scheme: 'standard-webhooks',
    timestampHeader: 'svix-timestamp',
    idHeader: 'svix-id',
  },
  ...[
    'x-signature-256',
    'x-signature',
    'x-webhook-signature',
    'x-hub-signature-256',
    'x-hub-signature',
    'signature',
  ].map((header): SigningRule => ({ provider: 'generic', header, name: 'raw', scheme: 'raw' })),
]
const SENDGRID = 'x-twilio-email-event-webhook-signature'

/** Checks a delivery's signature by its provider's scheme, in constant time. Never says what would have been right. */
export function checkSignature(
  provider: Provider,
  delivery: Delivery,
  secret: string | null,
  now: number,
): SignatureCheck {
  const { headers, raw, url } = delivery
  const none = { checked: false, valid: null, scheme: null, timestamp_age_s: null, diagnosis: [] }
  const wanted = provider === 'x402' ? 'generic' : provider
  const rule = RULES.find((one) => one.provider === wanted && headers.has(one.header))
  const isSendgrid = provider === 'twilio' && headers.has(SENDGRID)
  if (rule === undefined && !isSendgrid) {
    const reason = headers.has('paypal-transmission-sig') ? 'certificate_required' : 'no_signature'
    return { ...none, scheme: provider === 'paypal' ? 'paypal-rsa' : null, reason }
  }
  const scheme = rule?.name ?? 'sendgrid-ecdsa'
  if (raw === null) return { ...none, scheme, reason: 'raw_body_required' }
  if (secret === null) return { ...none, scheme, reason: 'secret_required' }
  if (rule === undefined) return { ...none, ...sendgrid(delivery, raw, secret, now), scheme }
  if (rule.needsUrl === true && url === null) return { ...none, scheme, reason: 'url_required' }
  const timestamp = rule.timestampHeader === undefined ? undefined : headers.get(rule.timestampHeader)
  const messageId = rule.idHeader === undefined ? undefined : headers.get(rule.idHeader)
  if (
    (rule.timestampHeader !== undefined && timestamp === undefined) ||
    (rule.idHeader !== undefined && messageId === undefined)
  )
    return { ...none, checked: true, valid: false, scheme, reason: 'header_missing' }
  const sent = headers.get(rule.header) ?? ''
  // Some senders list one signature per secret, by commas.
  const candidates = rule.scheme === 'raw' ? sent.split(',', 8).map((part) => part.trim()) : [sent]
  const verdicts = candidates.map((signature) =>
    verifySignature({
      payload: rule.content?.(delivery, raw) ?? raw,
      secret,
      signature,
      scheme: rule.scheme,
      algorithm: rule.algorithm ?? algorithmOf(signature),
      timestamp,
      messageId,
      toleranceS: TOLERANCE_S,
      now,
    }),
  )
  const verdict = verdicts.find(({ valid }) => valid === true) ?? verdicts[0]
  const bodyTime = provider === 'linear' ? instantOf(valueAt(delivery.body, 'webhookTimestamp')) : null
  const age = verdict?.timestamp?.age_s ?? (bodyTime === null ? null : Math.round((now - bodyTime) / 1_000))
  const isOld = bodyTime !== null && age !== null && Math.abs(age) > TOLERANCE_S
  const bodyFits = provider !== 'twilio' || twilioBodyFits(delivery, raw)
  const valid = verdict?.valid === true && !isOld && bodyFits
  const diagnosis = verdict?.valid === true ? [] : [...new Set(verdicts.flatMap((one) => one.diagnosis))]
  const outside = isOld || (verdict?.timestamp?.within_tolerance === false && diagnosis.length === 1)
  const reason = valid ? null : outside ? 'outside_tolerance' : 'mismatch'
  return { checked: true, valid, scheme, reason, timestamp_age_s: age, diagnosis }
}

/** Generic senders say the algorithm by the length of their digest when they do not name it. */
function algorithmOf(signature: string): Algorithm {
  if (/^[0-9a-f]{40}$/i.test(signature)) return 'sha1'
  return /^[0-9a-f]{128}$/i.test(signature) ? 'sha512' : 'sha256'
}

/** Twilio signs the address, and behind it each form field and its value, in the order of the names. */
function twilioContent({ url, form, body }: Delivery): string {
  if (form !== 'form') return url ?? ''
  const fields = Object.keys(body)
    .sort()
    .map((name) => `${name}${String(body[name])}`)
  return `${url ?? ''}${fields.join('')}`
}

/** A JSON body is signed by its digest in the address. */
function twilioBodyFits({ url, form }: Delivery, raw: string): boolean {
  if (form === 'form') return true
  const digest = /[?&]bodySHA256=([0-9a-f]{64})(?:&|#|$)/i.exec(url ?? '')?.[1]
  return raw === '' || digest?.toLowerCase() === sha256Hex(raw)
}

/** SendGrid signs timestamp and body with ECDSA; what its settings show is the public key, in base64 of its DER form. */
function sendgrid({ headers }: Delivery, raw: string, key: string, now: number) {
  const timestamp = headers.get('x-twilio-email-event-webhook-timestamp') ?? ''
  const at = instantOf(timestamp)
  const age = at === null ? null : Math.round((now - at) / 1_000)
  const pem = key.includes('BEGIN') ? key : `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`
  try {
    const isRight = createVerify('sha256')
      .update(timestamp)
      .update(raw)
      .verify(pem, headers.get(SENDGRID) ?? '', 'base64')
    const isOld = age === null || Math.abs(age) > TOLERANCE_S
    const reason = isRight ? (isOld ? 'outside_tolerance' : null) : 'mismatch'
    return { checked: true, valid: isRight && !isOld, reason, timestamp_age_s: age }
  } catch {
    return { checked: false, valid: null, reason: 'key_unreadable', timestamp_age_s: age }
  }
}
