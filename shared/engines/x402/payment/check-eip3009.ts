import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { isAtomic } from '../networks/amount.ts'
import { isEvmAddress } from '../networks/evm-address.ts'
import { checkSignature, type Signed } from './check-signature.ts'
import { authorizationTypes, signedDomains } from '../offer-receipt/signed-domains.ts'
import type { Payment, PayloadReport } from '../wire/read-payment.ts'
import { dollarOf, sameAddress } from '../networks/token.ts'

/** Seconds of life a facilitator wants an authorization to have left. */
export const SPARE_SECONDS = 6
/** Seconds by which a window may exceed maxTimeoutSeconds without a finding: older clients begin 600 s early. */
const WINDOW_SLACK = 600

export type Authorization = {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

const FORMS = {
  from: { expected: 'an EVM address', fits: isEvmAddress },
  to: { expected: 'an EVM address', fits: isEvmAddress },
  value: { expected: 'a text of digits', fits: isAtomic },
  validAfter: { expected: 'Unix seconds as a text of digits', fits: isAtomic },
  validBefore: { expected: 'Unix seconds as a text of digits', fits: isAtomic },
  nonce: { expected: '32 bytes in hex', fits: (text: string) => /^0x[0-9a-fA-F]{64}$/.test(text) },
} as const

/** Checks an exact EVM payment that moves by EIP-3009, in the order of the facilitators. */
export function checkEip3009(report: PayloadReport, payment: Payment, nowSeconds: number): Signed {
  const { option, payload } = payment
  const authorization = readAuthorization(report, payload)
  const signature = ownValue(payload, 'signature')
  if (authorization === null) {
    if (typeof signature !== 'string')
      report.add('missing_field', '/payload/signature', { field: 'signature', expected: 'a text' })
    else checkSignature(report, { signature, digests: [], from: null })
    return { recovered: null, matches: null }
  }
  const asset = option.asset ?? dollarOf(option.network?.caip2 ?? null)?.address ?? null
  const domains = asset === null ? [] : signedDomains(report, payment, asset)
  const signed = checkSignature(report, {
    signature: typeof signature === 'string' ? signature : '',
    digests: domains.map(({ domain, diagnosis, fix }) => ({
      data: { domain, types: authorizationTypes, primaryType: 'TransferWithAuthorization', message: authorization },
      diagnosis,
      fix,
    })),
    from: authorization.from,
  })
  compare(report, payment, authorization)
  checkWindow(report, payment, authorization, nowSeconds)
  return signed
}

/** The authorization of a payload; null when a member is missing or malformed. */
export function readAuthorization(report: PayloadReport | null, payload: JsonObject): Authorization | null {
  const given = ownValue(payload, 'authorization')
  const object = isObject(given) ? given : {}
  const entries = Object.entries(FORMS).map(([name, { expected, fits }]) => {
    const value = ownValue(object, name)
    if (typeof value === 'string' && fits(value)) return [name, value] as const
    const field = `authorization.${name}`
    report?.add('missing_authorization_field', `/payload/authorization/${name}`, { field, expected })
    return null
  })
  if (entries.some((entry) => entry === null)) return null
  // Safe: one entry for each member of FORMS, which are those of the type.
  return Object.fromEntries(entries.filter((entry) => entry !== null)) as Authorization
}

function compare(report: PayloadReport, { option }: Payment, authorization: Authorization): void {
  const { payTo, amount } = option
  if (payTo !== null && !sameAddress(payTo, authorization.to))
    report.add('recipient_mismatch', '/payload/authorization/to', { given: authorization.to, expected: payTo })
  if (amount !== null && amount !== authorization.value)
    report.add('value_mismatch', '/payload/authorization/value', { given: authorization.value, expected: amount })
}

function checkWindow(
  report: PayloadReport,
  { option }: Payment,
  { validAfter, validBefore }: Authorization,
  now: number,
): void {
  const left = secondsUntil(validBefore, now)
  if (left < SPARE_SECONDS) report.add('expired', '/payload/authorization/validBefore', { seconds: Math.max(0, -left) })
  const wait = secondsUntil(validAfter, now)
  if (wait > 0) report.add('not_yet_valid', '/payload/authorization/validAfter', { seconds: wait })
  const limit = option.maxTimeoutSeconds
  if (limit !== null && left > limit + WINDOW_SLACK)
    report.add('window_too_long', '/payload/authorization/validBefore', { seconds: left, limit: preview(limit) })
}

/** Seconds from `now` to a Unix time given as digits, held within what a number can say. */
export function secondsUntil(unixSeconds: string, now: number): number {
  const distance = BigInt(unixSeconds) - BigInt(now)
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(distance > most ? most : distance)
}
