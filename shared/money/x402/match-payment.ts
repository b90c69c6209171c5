import type { PaymentKey } from '#shared/calls/payment-key.ts'
import { BASE, SOLANA, V1_NAMES } from '#shared/chains/networks.ts'

import type { PaymentRequirements } from '../accepts.ts'
import { type Invalid, readEvmPayload, type Unreadable } from './evm-authorization.ts'
import type { SentPayment } from './payment-header.ts'
import { readSolanaPayload } from './solana-payment.ts'

/** The payload sent to a facilitator: always x402 v2, with our own requirement, for every version received. */
export type ForwardedPayload = {
  x402Version: 2
  resource: { url: string }
  accepted: PaymentRequirements
  payload: Record<string, unknown>
}

/** A payment that matches one of our requirements. Times are Unix seconds; null where the scheme has none. */
export type MatchedPayment = {
  key: PaymentKey
  payer: string
  amount: bigint
  requirement: PaymentRequirements
  forward: ForwardedPayload
  /** The memos of a transaction. */
  memos: readonly string[]
  validAfter: number | null
  validBefore: number | null
}

/** The terms a payment must match: our requirements and the resource they are for. */
export type Terms = { url: string; paths: readonly string[]; requirements: readonly PaymentRequirements[] }

/**
 * Compares a payment with our own requirements; the requirement echoed by the payer is only compared, never used.
 * `invalid` includes the payment's key where it could be read, so that a payment already in use elsewhere can be
 * distinguished from a wrong one.
 */
export function matchPayment(
  sent: SentPayment,
  terms: Terms,
): { kind: 'matched'; payment: MatchedPayment } | Unreadable | (Invalid & { key: PaymentKey | null }) {
  if (sent.scheme !== 'exact') {
    return wrong(null, 'unsupported_scheme', 'scheme', `The scheme has to be exact, not ${short(sent.scheme)}.`)
  }
  const network = sent.version === 1 ? NETWORK_OF_V1[sent.network] : sent.network
  const requirement = terms.requirements.find((ours) => ours.network === network)
  if (requirement === undefined) {
    const named = sent.version === 1 ? V1_NAME_OF : {}
    const taken = terms.requirements.map(({ network: ours }) => named[ours] ?? ours)
    const message = `Payments on ${short(sent.network)} are not taken; those on ${taken.join(' and ')} are.`
    return wrong(null, 'invalid_network', 'network', message)
  }
  const read = network === BASE ? matchEvm(sent, requirement, terms) : matchSolana(sent, requirement, terms)
  if (read.kind !== 'matched') return read.kind === 'invalid' ? { key: null, ...read } : read
  const problem = differenceOf(sent, requirement) ?? resourceProblem(sent, terms)
  return problem === null ? read : { ...problem, key: read.payment.key }
}

const V1_NAME_OF: Readonly<Record<string, string | undefined>> = V1_NAMES
const NETWORK_OF_V1: Readonly<Record<string, string | undefined>> = { base: BASE, solana: SOLANA }

type Outcome = { kind: 'matched'; payment: MatchedPayment } | Unreadable | (Invalid & { key?: PaymentKey })

function matchEvm(sent: SentPayment, requirement: PaymentRequirements, terms: Terms): Outcome {
  const read = readEvmPayload(sent.payload)
  if (read.kind !== 'read') return read
  const { from, to, value, validAfter, validBefore, nonce, signature } = read.authorization
  const key = { network: requirement.network, asset: requirement.asset.toLowerCase(), proof: `${from}:${nonce}` }
  const amount = BigInt(requirement.amount)
  if (to !== requirement.payTo.toLowerCase()) {
    const message = `It pays ${to}, and we are paid at ${requirement.payTo}.`
    return wrong(key, 'invalid_exact_evm_recipient_mismatch', 'payload.authorization.to', message)
  }
  if (value !== amount) {
    const reason = 'invalid_exact_evm_payload_authorization_value_mismatch'
    return wrong(key, reason, 'payload.authorization.value', `It pays ${value}, and the price is exactly ${amount}.`)
  }
  const authorization = {
    from,
    to,
    value: value.toString(),
    validAfter: validAfter.toString(),
    validBefore: validBefore.toString(),
    nonce,
  }
  const payment = {
    key,
    payer: from,
    amount,
    requirement,
    forward: buildForward(requirement, terms, { authorization, signature }),
    memos: [],
    validAfter: secondsOf(validAfter),
    validBefore: secondsOf(validBefore),
  }
  return { kind: 'matched', payment }
}

function matchSolana(sent: SentPayment, requirement: PaymentRequirements, terms: Terms): Outcome {
  // Clients of MPP set the price of computing before its limit.
  const read = readSolanaPayload(sent.payload, sent.mpp !== null)
  if (read.kind !== 'read') return read
  const { payer, feePayer, mint, amount, messageHash, transaction, memos } = read.payment
  const key = { network: requirement.network, asset: requirement.asset, proof: messageHash }
  if (mint !== requirement.asset) {
    const message = `It moves ${mint}, and we take ${requirement.asset}.`
    return wrong(key, 'invalid_exact_svm_payload_mint_mismatch', 'payload.transaction', message)
  }
  if (amount !== BigInt(requirement.amount)) {
    const message = `It pays ${amount}, and the price is exactly ${requirement.amount}.`
    return wrong(key, 'invalid_exact_svm_payload_amount_mismatch', 'payload.transaction', message)
  }
  if (feePayer !== requirement.extra['feePayer']) {
    const reason = 'invalid_exact_svm_fee_payer_not_managed_by_facilitator'
    return wrong(key, reason, 'payload.transaction', `Its fee payer has to be ${requirement.extra['feePayer'] ?? ''}.`)
  }
  const forward = buildForward(requirement, terms, { transaction })
  return {
    kind: 'matched',
    payment: { key, payer, amount, requirement, forward, memos, validAfter: null, validBefore: null },
  }
}

const buildForward = (
  accepted: PaymentRequirements,
  { url }: Terms,
  payload: Record<string, unknown>,
): ForwardedPayload => ({
  x402Version: 2,
  resource: { url },
  accepted,
  payload,
})

/**
 * Finds a difference between the requirement the payer echoed and ours. Ours is authoritative, also when it has changed
 * since the 402.
 */
function differenceOf({ accepted }: SentPayment, ours: PaymentRequirements): Invalid | null {
  if (accepted === null) return null
  const isEvm = ours.network === BASE
  const same = (one: string, other: string) => (isEvm ? one.toLowerCase() === other.toLowerCase() : one === other)
  const differs = (field: string, reason: string, theirs: string, our: string) =>
    wrong(null, reason, `accepted.${field}`, `It accepts ${field} ${short(theirs)}, and ours is ${our}.`)
  if (accepted.amount !== ours.amount) {
    return differs('amount', 'invalid_payment_requirements', accepted.amount, ours.amount)
  }
  if (!same(accepted.asset, ours.asset)) {
    return differs('asset', 'invalid_payment_requirements', accepted.asset, ours.asset)
  }
  if (!same(accepted.payTo, ours.payTo)) {
    return differs('payTo', 'invalid_payment_requirements', accepted.payTo, ours.payTo)
  }
  for (const [name, value] of Object.entries(ours.extra)) {
    const theirs = accepted.extra[name]
    if (theirs === undefined || theirs === value) continue
    const reason = EXTRA_REASONS[name] ?? 'invalid_payment_requirements'
    return differs(`extra.${name}`, reason, typeof theirs === 'string' ? theirs : typeof theirs, value)
  }
  return null
}

const EXTRA_REASONS: Readonly<Record<string, string | undefined>> = {
  name: 'invalid_exact_evm_token_name_mismatch',
  version: 'invalid_exact_evm_token_version_mismatch',
  feePayer: 'invalid_exact_svm_fee_payer_not_managed_by_facilitator',
}

/**
 * Checks the resource of a payment by its path. Host and query are not compared, because proxies and aliases change
 * them.
 */
function resourceProblem({ resourceUrl }: SentPayment, { paths }: Terms): Invalid | null {
  if (resourceUrl === null) return null
  const path = URL.parse(resourceUrl, 'http://relative.invalid')?.pathname
  if (path !== undefined && paths.includes(path)) return null
  return wrong(
    null,
    'invalid_payment_requirements',
    'resource.url',
    `It is for ${short(resourceUrl)}, not for this path.`,
  )
}

/** Capped at the year 9999, so that a 256-bit time fits a number. */
const secondsOf = (value: bigint): number => Number(value > 253_402_300_799n ? 253_402_300_799n : value)

const short = (text: string) => JSON.stringify(text.toWellFormed().slice(0, 80))

function wrong<Key extends PaymentKey | null>(key: Key, reason: string, field: string, message: string) {
  return { kind: 'invalid', reason, field, message, key } as const
}
