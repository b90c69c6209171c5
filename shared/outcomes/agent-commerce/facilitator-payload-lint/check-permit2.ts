import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { isAtomic } from '#shared/engines/x402/networks/amount.ts'
import { secondsUntil, SPARE_SECONDS } from '#shared/engines/x402/payment/check-eip3009.ts'
import { isEvmAddress } from '#shared/engines/x402/networks/evm-address.ts'
import type { Payment, PayloadReport } from '#shared/engines/x402/wire/read-payment.ts'
import { readSignature, recoverSigner } from '#shared/engines/x402/payment/recover-signer.ts'
import type { Signed } from '#shared/engines/x402/payment/check-signature.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'
import { typedDataDigest } from '#shared/engines/x402/payment/typed-data.ts'

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** The proxies that may spend a permit, by scheme; they send it to witness.to only. */
const PROXIES: Readonly<Record<string, string>> = {
  exact: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  upto: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002',
}

const permitTypes = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'Witness' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
}
const exactWitness = [
  { name: 'to', type: 'address' },
  { name: 'validAfter', type: 'uint256' },
]
const uptoWitness = [
  { name: 'to', type: 'address' },
  { name: 'facilitator', type: 'address' },
  { name: 'validAfter', type: 'uint256' },
]

/** Checks a payment that moves by Permit2, exact or upto. */
export function checkPermit2(report: PayloadReport, payment: Payment, nowSeconds: number): Signed {
  const permit = ownValue(payment.payload, 'permit2Authorization')
  if (!isObject(permit)) {
    report.add('missing_authorization_field', '/payload/permit2Authorization', {
      field: 'permit2Authorization',
      expected: 'an object',
    })
    return { recovered: null, matches: null }
  }
  const read = readPermit(report, permit)
  compare(report, payment, read, nowSeconds)
  return checkSigner(report, payment, permit, read.from)
}

type Permit = Record<
  'from' | 'spender' | 'token' | 'amount' | 'to' | 'deadline' | 'validAfter' | 'nonce',
  string | null
>

/** Where each member stands, and its form. */
const MEMBERS: Record<keyof Permit, { at: readonly string[]; isNumber: boolean }> = {
  from: { at: ['from'], isNumber: false },
  spender: { at: ['spender'], isNumber: false },
  token: { at: ['permitted', 'token'], isNumber: false },
  amount: { at: ['permitted', 'amount'], isNumber: true },
  to: { at: ['witness', 'to'], isNumber: false },
  validAfter: { at: ['witness', 'validAfter'], isNumber: true },
  deadline: { at: ['deadline'], isNumber: true },
  nonce: { at: ['nonce'], isNumber: true },
}

function readPermit(report: PayloadReport, permit: JsonObject): Permit {
  const entries = Object.entries(MEMBERS).map(([name, { at, isNumber }]) => {
    const value = at.reduce<unknown>((object, key) => (isObject(object) ? ownValue(object, key) : undefined), permit)
    const fits = typeof value === 'string' && (isNumber ? isAtomic(value) : isEvmAddress(value))
    if (!fits)
      report.add('missing_authorization_field', `/payload/permit2Authorization/${at.join('/')}`, {
        field: at.join('.'),
        expected: isNumber ? 'a text of digits' : 'an EVM address',
      })
    return [name, fits ? value : null]
  })
  // Safe: one entry for each member of the type.
  return Object.fromEntries(entries) as Permit
}

function compare(report: PayloadReport, { option }: Payment, permit: Permit, now: number): void {
  const at = '/payload/permit2Authorization'
  const { scheme, asset, payTo, amount } = option
  const proxy = PROXIES[scheme ?? ''] ?? null
  const differs = (given: string | null, expected: string | null) =>
    given !== null && expected !== null && !sameAddress(given, expected)
  if (differs(permit.spender, proxy))
    report.add('permit2_spender', `${at}/spender`, { given: permit.spender, expected: proxy, scheme })
  if (differs(permit.token, asset))
    report.add('permit2_token', `${at}/permitted/token`, { given: permit.token, expected: asset })
  if (differs(permit.to, payTo))
    report.add('permit2_recipient', `${at}/witness/to`, { given: permit.to, expected: payTo })
  if (permit.amount !== null && amount !== null && permit.amount !== amount)
    report.add('permit2_amount', `${at}/permitted/amount`, { given: permit.amount, expected: amount })
  if (permit.deadline !== null && secondsUntil(permit.deadline, now) < SPARE_SECONDS)
    report.add('permit2_deadline', `${at}/deadline`, { seconds: Math.max(0, -secondsUntil(permit.deadline, now)) })
  if (permit.validAfter !== null && secondsUntil(permit.validAfter, now) > 0)
    report.add('permit2_too_early', `${at}/witness/validAfter`, { seconds: secondsUntil(permit.validAfter, now) })
}

function checkSigner(
  report: PayloadReport,
  { option, payload }: Payment,
  permit: JsonObject,
  from: string | null,
): Signed {
  const signature = ownValue(payload, 'signature')
  const read = typeof signature === 'string' ? readSignature(signature) : null
  const chainId = option.network?.chainId ?? null
  if (read === null) {
    const length = typeof signature === 'string' ? (signature.length - 2) / 2 : 0
    if (length > 65)
      report.add('smart_wallet_signature', '/payload/signature', { bytes: length, kind: 'ERC-1271 or ERC-6492' })
    else report.add('permit2_signature_malformed', '/payload/signature', { bytes: Math.max(0, Math.floor(length)) })
    return { recovered: null, matches: null }
  }
  if (chainId === null || from === null) return { recovered: null, matches: null }
  const digest = typedDataDigest({
    domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2 },
    types: { ...permitTypes, Witness: option.scheme === 'upto' ? uptoWitness : exactWitness },
    primaryType: 'PermitWitnessTransferFrom',
    message: permit,
  })
  const recovered = digest === null ? null : recoverSigner(digest, read)
  const matches = recovered !== null && sameAddress(recovered, from)
  if (!matches) report.add('permit2_signature', '/payload/signature', { recovered: recovered ?? 'nobody', from })
  return { recovered, matches }
}
