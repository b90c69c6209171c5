import { LintReport } from '../lint/lint-report.ts'
import type { Option } from '../x402/payment-required/option.ts'
import { obstaclesOf } from '../x402/payment-required/payable-options.ts'
import type { Options } from '../x402/payment-required/read-options.ts'
import { dualRailRules } from './dual-rail.rules.ts'

const BASES = new Set(['eip155:8453', 'eip155:84532'])
const WARN_PERCENT = 1
const FAIL_PERCENT = 20

type Rail = { present: boolean; indexes: number[]; amount_atomic: string | null; payable: boolean; errors: string[] }
type Entry = { index: number; option: Option; errors: string[] }

/** Judges whether the ways to pay include both rails, Base and Solana, payable and at the same price. */
export function judgeRails({ options, entries, version }: Options) {
  const report = new LintReport(dualRailRules)
  const all = options.map((option, index): Entry => ({
    index,
    option,
    errors: obstaclesOf(entries[index], option, version),
  }))
  const base = all.filter(({ option }) => BASES.has(option.network?.caip2 ?? ''))
  const solana = all.filter(({ option }) => option.network?.family === 'svm')
  const rails = { base: railOf(base), solana: railOf(solana), others: othersOf(all, [...base, ...solana]) }
  judgePresence(report, rails)
  judgeAddresses(report, base, solana)
  judgeTestnets(report, all)
  const parity = judgeParity(report, best(base), best(solana))
  const [first] = options
  return {
    report,
    rails,
    dual_rail: rails.base.payable && rails.solana.payable,
    price_parity: parity,
    first_rail: first === undefined ? null : railName(first),
  }
}

const railName = ({ network, networkText }: Option) =>
  BASES.has(network?.caip2 ?? '') ? 'base' : network?.family === 'svm' ? 'solana' : networkText

/** The cheapest that can be paid, else the first. */
function best(entries: readonly Entry[]): Entry | undefined {
  const payable = entries.filter(({ errors, option }) => errors.length === 0 && option.amount !== null)
  const [first] = payable.toSorted((a, b) => (BigInt(a.option.amount ?? 0) < BigInt(b.option.amount ?? 0) ? -1 : 1))
  return first ?? entries[0]
}

const railOf = (entries: readonly Entry[]): Rail => ({
  present: entries.length > 0,
  indexes: entries.map(({ index }) => index),
  amount_atomic: best(entries)?.option.amount ?? null,
  payable: entries.some(({ errors }) => errors.length === 0),
  errors: [...new Set(entries.flatMap(({ errors }) => errors))],
})

const othersOf = (all: readonly Entry[], known: readonly Entry[]) => [
  ...new Set(
    all
      .filter((entry) => !known.includes(entry))
      .map(({ option }) => (option.network?.caip2 ?? option.networkText ?? 'unknown').slice(0, 100)),
  ),
]

function judgePresence(report: LintReport<typeof dualRailRules>, { base, solana }: { base: Rail; solana: Rail }) {
  if (!base.present && !solana.present) return report.add('DR_NO_RAIL', '/accepts')
  for (const [rail, { present, payable, errors }] of [
    ['Base', base],
    ['Solana', solana],
  ] as const)
    if (present && !payable) report.add('DR_RAIL_NOT_PAYABLE', '/accepts', { rail, errors: errors.join(', ') })
  if (base.present !== solana.present) {
    const [present, missing] = base.present ? ['Base', 'Solana'] : ['Solana', 'Base']
    report.add('DR_SINGLE_RAIL', '/accepts', { present, missing })
  }
}

function judgeAddresses(report: LintReport<typeof dualRailRules>, base: readonly Entry[], solana: readonly Entry[]) {
  const onBase = new Set(base.map(({ option }) => option.payTo))
  const both = solana.find(({ option }) => option.payTo !== null && onBase.has(option.payTo))
  if (both !== undefined) report.add('DR_SAME_PAYTO', `/accepts/${both.index}/payTo`, { payTo: both.option.payTo })
}

function judgeTestnets(report: LintReport<typeof dualRailRules>, all: readonly Entry[]) {
  const known = all.filter(({ option }) => option.network?.known)
  const isTest = ({ option }: Entry) => option.network?.known?.testnet === true
  if (known.some(isTest) && !known.every(isTest))
    report.add('DR_TESTNET_MIX', '/accepts', {
      networks: known
        .filter(isTest)
        .map(({ option }) => option.networkText)
        .join(', '),
    })
}

function judgeParity(report: LintReport<typeof dualRailRules>, one: Entry | undefined, other: Entry | undefined) {
  const [base, solana] = [one?.option, other?.option]
  const amounts = { base_atomic: base?.amount ?? null, solana_atomic: solana?.amount ?? null }
  if (!base || !solana || base.amount === null || solana.amount === null)
    return { equal: null, ...amounts, diff_pct: null }
  const isComparable =
    base.token?.isUsd === true && solana.token?.isUsd === true && base.token.decimals === solana.token.decimals
  if (!isComparable) {
    report.add('DR_PRICE_NOT_COMPARABLE', '/accepts')
    return { equal: null, ...amounts, diff_pct: null }
  }
  const [a, b] = [BigInt(base.amount), BigInt(solana.amount)]
  const gap = a > b ? a - b : b - a
  // In hundredths of a percent of what Base costs; a price of nothing is infinitely far from any other.
  const diff = a === 0n ? (gap === 0n ? 0 : 100) : Number((gap * 10_000n) / a) / 100
  if (diff > WARN_PERCENT)
    report.add(
      'DR_PRICE_DIFFERS',
      '/accepts',
      { base: base.amount, solana: solana.amount, diff },
      diff > FAIL_PERCENT ? 'error' : 'warning',
    )
  return { equal: gap === 0n, ...amounts, diff_pct: diff }
}
