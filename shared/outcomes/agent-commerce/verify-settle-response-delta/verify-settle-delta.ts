import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { isAtomic } from '#shared/engines/x402/networks/amount.ts'
import { readAuthorization } from '#shared/engines/x402/payment/check-eip3009.ts'
import { errorFact, type ErrorClass } from '#shared/engines/x402/wire/error-codes.rules.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { readNetwork, sameNetworkKey } from '#shared/engines/x402/networks/network.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'
import { verifySettleRules } from './verify-settle.rules.ts'
import { versionOf } from '#shared/engines/x402/wire/version.ts'

type Asked = {
  verify?: JsonObject | undefined
  settle?: JsonObject | undefined
  requirements?: JsonObject | undefined
  payload?: JsonObject | undefined
}
type Report = LintReport<typeof verifySettleRules>
export type SettleOutcome =
  | 'settled'
  | 'verify_rejected'
  | 'settle_failed'
  | 'settle_unknown'
  | 'settled_without_verify'
  | 'contradiction'
  | 'incomplete'

export type Delta = {
  field: 'payer' | 'network' | 'amount' | 'validity'
  verify: string | null
  settle: string | null
  requirement: string | null
  severity: 'error' | 'info'
}

/** Compares a facilitator's two answers: what happened, and what may be done next without paying twice. */
export function verifySettleDelta({ verify, settle, requirements, payload }: Asked) {
  const report: Report = new LintReport(verifySettleRules)
  const isValid = verify === undefined ? undefined : ownValue(verify, 'isValid')
  if (verify !== undefined && typeof isValid !== 'boolean')
    report.add('VS_VERIFY_SHAPE', '/verify/isValid', { given: preview(isValid ?? null) })
  if (settle !== undefined) lintSettle(report, settle)
  const reason = textOf(settle, 'errorReason') ?? textOf(verify, 'invalidReason')
  if (reason !== null && errorFact(reason) === null)
    report.add(
      'VS_UNKNOWN_REASON',
      textOf(settle, 'errorReason') === null ? '/verify/invalidReason' : '/settle/errorReason',
      { given: reason },
    )
  const outcome = outcomeOf(report, verify, settle)
  const deltas = settle === undefined && verify === undefined ? [] : deltasOf({ verify, settle, requirements, payload })
  for (const { field, severity, ...told } of deltas)
    if (severity === 'error' && field !== 'validity')
      report.add('VS_MISMATCH', `/settle/${field}`, {
        field,
        told: Object.entries(told)
          .flatMap(([who, value]) => (value === null ? [] : [`${who} ${value}`]))
          .join(', '),
      })
  if (ownValue(settle ?? {}, 'success') === true && textOf(settle, 'amount') === null)
    report.add('VS_AMOUNT_ABSENT', '/settle/amount')
  const hasMismatch = deltas.some(({ severity }) => severity === 'error')
  return {
    ...report.conclude({ verify, settle, requirements, payload }),
    x402_version: versionOf(payload) ?? null,
    outcome,
    deltas,
    serve_resource: outcome === 'settled' && !hasMismatch,
    ...nextOf(outcome, reason),
  }
}

function lintSettle(report: Report, settle: JsonObject): void {
  const success = ownValue(settle, 'success')
  if (typeof success !== 'boolean')
    report.add('VS_SETTLE_SHAPE', '/settle/success', { field: 'success', expected: 'true or false' })
  const transaction = ownValue(settle, 'transaction')
  if (typeof transaction !== 'string')
    report.add('VS_SETTLE_SHAPE', '/settle/transaction', {
      field: 'transaction',
      expected: 'a text, empty when nothing was sent',
    })
  const network = ownValue(settle, 'network')
  if (typeof network !== 'string' || network === '')
    return report.add('VS_SETTLE_SHAPE', '/settle/network', { field: 'network', expected: 'a text' })
  const read = readNetwork(network)
  if (read.style === 'legacy') report.add('VS_LEGACY_NETWORK', '/settle/network', { given: network, caip2: read.caip2 })
  if (typeof transaction !== 'string' || transaction === '') return
  const isEvmHash = /^0x[0-9a-fA-F]{64}$/.test(transaction)
  const isSignature = fromBase58(transaction)?.length === 64
  const fits = read.family === 'other' || (read.family === 'evm' ? isEvmHash : isSignature)
  if (!fits)
    report.add('VS_TRANSACTION_FORMAT', '/settle/transaction', {
      given: transaction,
      network: read.known?.name ?? network,
    })
}

function outcomeOf(report: Report, verify: JsonObject | undefined, settle: JsonObject | undefined): SettleOutcome {
  const isValid = verify === undefined ? undefined : ownValue(verify, 'isValid')
  const invalidReason = textOf(verify, 'invalidReason')
  if (isValid === false && invalidReason === null)
    report.add('VS_NO_REASON', '/verify/invalidReason', { answer: 'Verify', field: 'invalidReason' })
  if (settle === undefined) {
    if (isValid !== false) {
      report.add('VS_INCOMPLETE', '/settle')
      return 'incomplete'
    }
    report.add('VS_REJECTED', '/verify/isValid', { reason: invalidReason ?? 'no reason given' })
    return 'verify_rejected'
  }
  if (ownValue(settle, 'success') === true) return whenSettled(report, settle, isValid, invalidReason)
  return whenFailed(report, settle, isValid)
}

function whenSettled(
  report: Report,
  settle: JsonObject,
  isValid: unknown,
  invalidReason: string | null,
): SettleOutcome {
  if (isValid === false) {
    report.add('VS_CONTRADICTION', '/settle/success', { reason: invalidReason ?? 'no reason given' })
    return 'contradiction'
  }
  if (!textOf(settle, 'transaction')) {
    report.add('VS_TRANSACTION_MISSING', '/settle/transaction')
    return 'settle_unknown'
  }
  if (isValid === true) return 'settled'
  report.add('VS_WITHOUT_VERIFY', '/verify')
  return 'settled_without_verify'
}

/** Failed for good only with a definite reason and nothing broadcast; everything else may have moved money. */
function whenFailed(report: Report, settle: JsonObject, isValid: unknown): SettleOutcome {
  const reason = textOf(settle, 'errorReason')
  const isSaid = ownValue(settle, 'success') === false
  if (isSaid && reason === null)
    report.add('VS_NO_REASON', '/settle/errorReason', { answer: 'Settle', field: 'errorReason' })
  const isDefinite = reason !== null && errorFact(reason)?.money === 'not_moved'
  const told = reason ?? 'no reason given'
  if (!isSaid || textOf(settle, 'transaction') !== '' || !isDefinite) {
    report.add('VS_UNKNOWN_OUTCOME', '/settle', { reason: told })
    return 'settle_unknown'
  }
  if (isValid === false) {
    report.add('VS_SETTLED_AFTER_REFUSAL', '/settle')
    report.add('VS_REJECTED', '/verify/isValid', { reason: told })
    return 'verify_rejected'
  }
  report.add('VS_FAILED', '/settle/success', { reason: told })
  return 'settle_failed'
}

type Next = {
  resign_safe: boolean
  retry: 'none' | 'same_payload' | 'new_payload' | 'poll_chain'
  error_class: ErrorClass | null
}

function nextOf(outcome: SettleOutcome, reason: string | null): Next {
  const fact = reason === null ? null : errorFact(reason)
  const error_class =
    outcome === 'settled' || outcome === 'settled_without_verify' || outcome === 'incomplete'
      ? null
      : (fact?.class ?? 'unknown')
  if (outcome === 'settled' || outcome === 'settled_without_verify')
    return { resign_safe: false, retry: 'none', error_class }
  if (outcome === 'incomplete') return { resign_safe: false, retry: 'same_payload', error_class }
  if (outcome === 'contradiction') return { resign_safe: false, retry: 'poll_chain', error_class }
  const isSafe = outcome !== 'settle_unknown' && fact?.money === 'not_moved'
  if (!isSafe) return { resign_safe: false, retry: 'poll_chain', error_class }
  if (error_class === 'funds') return { resign_safe: true, retry: 'none', error_class }
  return { resign_safe: true, retry: error_class === 'facilitator' ? 'same_payload' : 'new_payload', error_class }
}

function deltasOf({ verify, settle, requirements, payload }: Asked): Delta[] {
  const accepted = payload === undefined ? undefined : (ownValue(payload, 'accepted') ?? payload)
  const asked = requirements ?? (isObject(accepted) ? accepted : undefined)
  const inner = payload === undefined ? undefined : ownValue(payload, 'payload')
  const signer = isObject(inner) ? (readAuthorization(null, inner)?.from ?? null) : null
  return [
    ...compared(
      'validity',
      { verify: flag(verify, 'isValid'), settle: flag(settle, 'success'), requirement: null },
      (a, b) => a === b,
    ),
    ...compared(
      'payer',
      { verify: textOf(verify, 'payer'), settle: textOf(settle, 'payer'), requirement: signer },
      sameAddress,
    ),
    ...compared(
      'network',
      { verify: null, settle: textOf(settle, 'network'), requirement: textOf(asked, 'network') },
      (a, b) => sameNetworkKey(a) === sameNetworkKey(b),
    ),
    ...compared(
      'amount',
      {
        verify: null,
        settle: textOf(settle, 'amount'),
        requirement: textOf(asked, 'amount') ?? textOf(asked, 'maxAmountRequired'),
      },
      textOf(asked, 'scheme') === 'upto' ? isAtMost : (a, b) => a === b,
    ),
  ]
}

type Told = Pick<Delta, 'verify' | 'settle' | 'requirement'>

/** A row for a field that two sides name; an error when they differ. */
function compared(field: Delta['field'], told: Told, agree: (settled: string, other: string) => boolean): Delta[] {
  const values = [told.settle, told.verify, told.requirement].filter((value) => value !== null)
  const [first, ...others] = values
  if (first === undefined || others.length === 0) return []
  return [{ field, ...told, severity: others.every((other) => agree(first, other)) ? 'info' : 'error' }]
}

const isAtMost = (settled: string, most: string) =>
  isAtomic(settled) && isAtomic(most) ? BigInt(settled) <= BigInt(most) : settled === most

const flag = (object: JsonObject | undefined, name: string) => {
  const value = object === undefined ? undefined : ownValue(object, name)
  return typeof value === 'boolean' ? String(value) : null
}

function textOf(object: JsonObject | undefined, name: string): string | null {
  const value = object === undefined ? undefined : ownValue(object, name)
  return typeof value === 'string' ? value : null
}
