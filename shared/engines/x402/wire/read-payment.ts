import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { kindName } from '#shared/engines/lint/kind-name.ts'
import type { LintReport } from '#shared/engines/lint/lint-report.ts'
import type { facilitatorPayloadRules } from '../payment/facilitator-payload.rules.ts'
import { readOption, type Option } from '../payment-required/option.ts'
import { lintPaymentShape } from './payment-shape.ts'
import { readDocument } from './read-document.ts'
import type { X402Version } from './version.ts'

export type PayloadReport = LintReport<typeof facilitatorPayloadRules>

/** A payment that was read: what was signed, and what for. */
export type Payment = {
  document: JsonObject
  version: X402Version
  /** Scheme and network of the payment, and what it has to meet. In v1, price and payee come from the requirement. */
  option: Option
  /** The scheme's own part. */
  payload: JsonObject
  requirements: JsonObject | null
}

type Sent = { payment: unknown; requirements?: JsonObject | undefined }

/** Reads a payment (object, JSON text, header value, or a verify request that holds one); reports what keeps it from being one. */
export function readPayment(
  report: PayloadReport,
  { payment, requirements }: Sent,
): { document: unknown; payment: Payment | null } {
  const read = readDocument(payment)
  if ('problem' in read) {
    report.add('not_decodable', '')
    return { document: payment, payment: null }
  }
  if (read.encoding === 'base64url') report.add('base64url', '')
  const wrapper = read.value
  const inner = isObject(wrapper) ? ownValue(wrapper, 'paymentPayload') : undefined
  const document = inner === undefined ? wrapper : inner
  const told = isObject(wrapper) ? ownValue(wrapper, 'paymentRequirements') : undefined
  if (!isObject(document)) {
    report.add('not_an_object', '', { kind: kindName(document) })
    return { document, payment: null }
  }
  return { document, payment: readObject(report, document, requirements ?? (isObject(told) ? told : null)) }
}

function readObject(report: PayloadReport, document: JsonObject, requirements: JsonObject | null): Payment | null {
  const version = ownValue(document, 'x402Version')
  if (version !== 1 && version !== 2) {
    report.add('unsupported_version', '/x402Version', { given: version === undefined ? 'missing' : preview(version) })
    return null
  }
  const payload = ownValue(document, 'payload')
  if (!isObject(payload)) report.add('missing_field', '/payload', { field: 'payload', expected: 'an object' })
  const accepted = version === 2 ? ownValue(document, 'accepted') : document
  if (!isObject(accepted)) {
    report.add('missing_field', '/accepted', { field: 'accepted', expected: 'an object' })
    return null
  }
  if (version === 2) lintPaymentShape(report, document, accepted)
  for (const name of ['scheme', 'network']) {
    const value = ownValue(accepted, name)
    if (typeof value === 'string' && value !== '') continue
    const path = version === 2 ? `/accepted/${name}` : `/${name}`
    report.add('missing_field', path, { field: name, expected: 'a text' })
  }
  if (!isObject(payload)) return null
  const own = readOption(accepted)
  const option = version === 2 ? own : { ...readOption(requirements ?? {}), ...namesOf(own) }
  return { document, version, option: withToken(option), payload, requirements }
}

const namesOf = ({ scheme, network, networkText }: Option) => ({ scheme, network, networkText })

/** The token again, now that network and asset come from two places. */
function withToken(option: Option): Option {
  const { token } = readOption({ network: option.networkText ?? '', asset: option.asset ?? '' })
  return { ...option, token }
}
