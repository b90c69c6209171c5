import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { roundUpToCents } from '#shared/engines/x402/networks/amount.ts'
import { checkArguments } from './check-arguments.ts'
import { readOption, type Option } from '#shared/engines/x402/payment-required/option.ts'
import { obstaclesOf } from '#shared/engines/x402/payment-required/payable-options.ts'
import { type GateReport, settleGateRules } from './settle-gate.rules.ts'
import { versionOf } from '#shared/engines/x402/wire/version.ts'

export type Rail = 'prepaid' | 'exact_evm' | 'solana'

type Asked = {
  tool_name?: string | undefined
  tool_schema?: JsonObject | undefined
  payment_mode: 'auto' | Rail
  prepaid_balance_cents?: number | undefined
  price_cents?: number | undefined
  wallet_kind?: string | undefined
  accepts?: readonly JsonObject[] | undefined
  arguments?: JsonObject | undefined
}

type Priced = {
  index: number
  entry: JsonObject
  option: Option
  rail: Rail | null
  cents: number | null
  isPayable: boolean
}

const FAMILY_RAIL = { evm: 'exact_evm', svm: 'solana', other: null } as const
/** What a wallet of each kind can sign for. */
const SIGNS: Readonly<Record<string, readonly Rail[]>> = {
  eoa: ['exact_evm'],
  evm: ['exact_evm'],
  smart: ['exact_evm'],
  svm: ['solana'],
  solana: ['solana'],
  custodial: ['exact_evm', 'solana'],
  none: [],
}

/** Decides whether a paid MCP tool call can be paid with what the caller has, and how. */
export function settleGate(asked: Asked) {
  const report: GateReport = new LintReport(settleGateRules)
  const schema = isObject(asked.tool_schema) ? asked.tool_schema : undefined
  const argumentsValid = checkArguments(report, schema, asked.arguments)
  const options = (asked.accepts ?? []).map((entry, index) => read(report, entry, index))
  const price = asked.price_cents ?? options.find(({ isPayable, cents }) => isPayable && cents !== null)?.cents ?? null
  const rail = price === 0 ? null : railFor(report, asked, options, price)
  const selected =
    rail === null || rail === 'prepaid'
      ? null
      : (options.find((option) => option.rail === rail && option.isPayable) ?? null)
  comparePrice(report, asked.price_cents, options, selected)
  const verdict = report.conclude(asked)
  const isGo = verdict.decision !== 'no-go'
  const left =
    rail === 'prepaid' && price !== null && asked.prepaid_balance_cents !== undefined
      ? asked.prepaid_balance_cents - price
      : null
  const told = verdict.findings.map(({ code, message }) => ({ code, message }))
  return {
    ...verdict,
    x402_version: versionOf({ accepts: asked.accepts ?? [] }),
    rail: isGo ? rail : null,
    reasons: isGo
      ? [{ code: rail === null ? 'free' : `pays_by_${rail}`, message: WHY[rail ?? 'free'] }, ...told]
      : told,
    balance_after_cents: isGo ? left : null,
    selected_accept: isGo ? (selected?.entry ?? null) : null,
    call: isGo ? callFor(asked, schema, rail) : null,
    arguments_valid: argumentsValid,
  }
}

const WHY = {
  free: 'The call costs nothing.',
  prepaid: 'The prepaid key covers the price.',
  exact_evm: 'The wallet can sign for an EVM network of accepts.',
  solana: 'The wallet can sign for Solana.',
} as const

function read(report: GateReport, entry: JsonObject, index: number): Priced {
  const option = readOption(entry)
  const { network, token, amount } = option
  const codes = obstaclesOf(entry, option, versionOf({ accepts: [entry] }))
  if (codes.length > 0) report.add('option_unpayable', `/accepts/${index}`, { index, codes: codes.join(', ') })
  const cents = token?.isUsd && amount !== null ? Number(roundUpToCents(BigInt(amount), token.decimals)) : null
  return {
    index,
    entry,
    option,
    rail: network === null ? null : FAMILY_RAIL[network.family],
    cents,
    isPayable: codes.length === 0,
  }
}

function railFor(report: GateReport, asked: Asked, options: readonly Priced[], price: number | null): Rail | null {
  const { payment_mode: mode, prepaid_balance_cents: balance } = asked
  if (price === null && (mode === 'prepaid' || options.length === 0)) {
    report.add('PRICE_UNKNOWN', '/price_cents')
    return null
  }
  if (mode === 'prepaid') {
    if (balance === undefined) report.add('balance_not_told', '/prepaid_balance_cents')
    else if (price !== null && balance < price)
      report.add('balance_too_low', '/prepaid_balance_cents', { balance, price, short: price - balance })
    return 'prepaid'
  }
  if (mode === 'auto') return autoRail(report, asked, options, price)
  checkRail(report, asked, options, mode)
  return mode
}

/** The key when it covers the price, else the first way to pay that the wallet can sign. */
function autoRail(report: GateReport, asked: Asked, options: readonly Priced[], price: number | null): Rail | null {
  const { prepaid_balance_cents: balance, wallet_kind: kind } = asked
  if (balance !== undefined && price !== null && balance >= price) return 'prepaid'
  const rails = kind === undefined ? [] : signsFor(kind)
  const first = options.find(({ rail, isPayable }) => isPayable && rail !== null && rails.includes(rail))
  if (first !== undefined) return first.rail
  const [only] = rails
  if (only !== undefined && asked.accepts === undefined) {
    report.add('accepts_not_given', '/accepts', { rail: rails.join(' or ') })
    return only
  }
  report.add('nothing_can_pay', '/payment_mode')
  return null
}

function checkRail(report: GateReport, asked: Asked, options: readonly Priced[], rail: Rail): void {
  const { wallet_kind: kind } = asked
  if (kind === undefined) report.add('wallet_not_told', '/wallet_kind', { rail })
  else if (!signsFor(kind).includes(rail)) report.add('wallet_cannot_sign', '/wallet_kind', { kind, rail })
  if (asked.accepts === undefined) report.add('accepts_not_given', '/accepts', { rail })
  else if (!options.some((option) => option.rail === rail && option.isPayable))
    report.add('no_option', '/accepts', { rail })
}

const signsFor = (kind: string): readonly Rail[] => SIGNS[kind.trim().toLowerCase()] ?? []

function comparePrice(
  report: GateReport,
  given: number | undefined,
  options: readonly Priced[],
  selected: Priced | null,
): void {
  if (given === undefined) return
  const judged = (selected === null ? options : [selected]).filter(({ cents }) => cents !== null)
  // A free call, or one paid by key, fits when any way to pay asks for the same.
  if (judged.length === 0 || judged.some(({ cents }) => cents === given)) return
  const [first] = judged
  if (first !== undefined)
    report.add('PRICE_MISMATCH', '/price_cents', { given, index: first.index, asked: first.cents })
}

/** The call to make: payment for MCP travels in params._meta, a prepaid key in a header (x402 v2 transport mcp). */
function callFor(asked: Asked, schema: JsonObject | undefined, rail: Rail | null) {
  const told = schema === undefined ? undefined : ownValue(schema, 'name')
  const params = {
    name: asked.tool_name ?? (typeof told === 'string' ? told : '<tool name>'),
    arguments: asked.arguments ?? {},
    ...(rail === null || rail === 'prepaid'
      ? {}
      : { _meta: { 'x402/payment': '<PaymentPayload for selected_accept>' } }),
  }
  return {
    method: 'tools/call',
    params,
    ...(rail === 'prepaid' ? { headers: { 'X-Service-Key': '<prepaid key>' } } : {}),
  }
}
