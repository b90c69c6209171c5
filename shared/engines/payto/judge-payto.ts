import type { PaytoSeen } from '#shared/doors/merchants.ts'
import { type Check, conclude, type Finding, type Verdict } from '../guard/verdict.ts'

const RULESET = 'payto/2026-11-20'
/** A change that is younger than this is worth a look. */
const YOUNG_MS = 7 * 86_400_000

/** Result of one probe; `options` is null when the answer was not an x402 402. */
export type Sample = { status: number | null; options: readonly PaytoSeen[] | null }
export type History = {
  observations: number
  earlier: readonly (PaytoSeen & { lastSeen: string })[]
}

const STATUS = { allow: 'pass', review: 'warn', require_confirm: 'warn', block: 'fail' } as const

type ToJudge = {
  input: unknown
  samples: readonly Sample[]
  expected: readonly string[]
  history: History | null
  /** Addresses that the merchant itself declares in /.well-known/x402.json; null when that was not requested. */
  declared: readonly string[] | null
  nowMs: number
}

/** Judges whether a merchant's payTo addresses are as expected, with every reason. Pure. */
export function judgePayto({ input, samples, expected, history, declared, nowMs }: ToJudge) {
  const paid = samples.flatMap(({ options }) => (options === null ? [] : [options]))
  const networks = byNetwork(paid.flat())
  const stable = paid.length > 0 && [...networks.values()].every(({ addresses }) => addresses.length === 1)
  const matches = expected.length === 0 ? null : matchesExpected(networks, expected)
  const findings: Finding[] = []
  const checks: Check[] = []
  const judge = (id: string, detail: string, finding: Omit<Finding, 'message'> | null, skipped = false) => {
    const status = skipped ? 'skipped' : STATUS[finding?.decision ?? 'allow']
    checks.push({ id, status, detail })
    if (finding !== null) findings.push({ ...finding, message: detail })
  }

  const odd = samples.length - paid.length
  judge(
    'paywall',
    odd === 0
      ? `${samples.length} of ${samples.length} probes were answered with a payable 402`
      : `${odd} of ${samples.length} probes got no payable 402`,
    odd === 0
      ? null
      : {
          decision: 'review',
          code: paid.length === 0 ? 'not_paywalled' : 'sample_differs',
          severity: 'medium',
          next:
            paid.length === 0 ? 'Check url and method: there is nothing to pay here.' : 'Probe again before paying.',
        },
  )
  if (matches === null) judge('expected_payto', 'expected_payto was not given', null, true)
  else if (matches) judge('expected_payto', 'the merchant asks for an expected address', null)
  else
    judge('expected_payto', 'the merchant asks for another address than expected', {
      decision: 'block',
      code: 'payto_mismatch',
      severity: 'critical',
      path: '/expected_payto',
      evidence: addressesOf(networks),
      next: 'Do not pay; ask the merchant over another channel which address is right.',
    })

  judgeRotation(judge, networks, stable, declared, paid.length)
  judgePrices(judge, networks)
  judgeHistory(judge, networks, history, nowMs)
  checks.push({ id: 'onchain', status: 'skipped', detail: 'no chain was asked about the addresses' })

  const verdict: Verdict = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks,
    proceed: 'Pay the address of payto_by_network, and only that one.',
  })
  // Safe: no finding here requires a confirmation.
  return { verdict: verdict as Verdict & { decision: 'allow' | 'review' | 'block' }, stable, matches, networks }
}

type Judge = (id: string, detail: string, finding: Omit<Finding, 'message'> | null, skipped?: boolean) => void
type Networks = Map<string, { addresses: string[]; amounts: string[]; assets: string[] }>

function byNetwork(options: readonly PaytoSeen[]): Networks {
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  return new Map(
    [...Map.groupBy(options, ({ network }) => network)].map(([network, own]) => [
      network,
      {
        addresses: distinct(own.map(({ address }) => address)),
        amounts: distinct(own.map(({ amount }) => amount)),
        assets: distinct(own.map(({ asset }) => asset)),
      },
    ]),
  )
}

const addressesOf = (networks: Networks) =>
  Object.fromEntries([...networks].map(([network, { addresses }]) => [network, addresses]))

/** Every address of a network whose kind an expectation names has to be an expected one, and one network has to be. */
function matchesExpected(networks: Networks, expected: readonly string[]): boolean {
  const kindOf = (address: string) => (address.startsWith('0x') ? 'eip155' : 'other')
  const wanted = new Set(expected.map(normalAddress))
  const kinds = new Set(expected.map(kindOf))
  const compared = [...networks.values()].filter(({ addresses }) =>
    addresses.some((address) => kinds.has(kindOf(address))),
  )
  return compared.length > 0 && compared.every(({ addresses }) => addresses.every((address) => wanted.has(address)))
}

/** An address as it is compared: those of EVM chains are the same in any case. */
export const normalAddress = (address: string): string => {
  const text = address.trim()
  return /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : text
}

function judgeRotation(
  judge: Judge,
  networks: Networks,
  stable: boolean,
  declared: readonly string[] | null,
  paid: number,
) {
  const rotating = [...networks].filter(([, { addresses }]) => addresses.length > 1)
  const names = rotating.map(([network]) => network).join(', ')
  if (paid === 0) judge('within_samples', 'there was no address to compare', null, true)
  else if (stable) judge('within_samples', `one address per network in ${paid} probe(s)`, null)
  else {
    const known = new Set((declared ?? []).map(normalAddress))
    const isDeclared = rotating.every(([, { addresses }]) => addresses.every((address) => known.has(address)))
    judge(
      'within_samples',
      `the address changes between probes on ${names}${isDeclared ? ', among those the merchant declares' : ''}`,
      {
        decision: isDeclared ? 'review' : 'block',
        code: isDeclared ? 'payto_rotates_declared' : 'payto_rotates',
        severity: isDeclared ? 'medium' : 'critical',
        evidence: Object.fromEntries(rotating.map(([network, { addresses }]) => [network, addresses])),
        next: isDeclared
          ? 'Pay only an address that /.well-known/x402.json lists.'
          : 'Do not pay: nobody can say which address is the merchant’s.',
      },
    )
  }
}

function judgePrices(judge: Judge, networks: Networks) {
  const changing = [...networks].filter(([, { amounts, assets }]) => amounts.length > 1 || assets.length > 1)
  const names = changing.map(([network]) => network).join(', ')
  if (changing.length === 0) judge('price', 'amount and asset are the same in every probe', null, networks.size === 0)
  else {
    judge('price', `amount or asset changes between probes on ${names}`, {
      decision: 'review',
      code: 'price_changes',
      severity: 'low',
      evidence: Object.fromEntries(changing.map(([network, { amounts, assets }]) => [network, { amounts, assets }])),
      next: 'Set a ceiling (max_usdc) before you pay.',
    })
  }
}

function judgeHistory(judge: Judge, networks: Networks, history: History | null, nowMs: number) {
  if (history === null) return judge('history', 'nothing was observed', null, true)
  if (history.earlier.length === 0) {
    return judge('history', 'seen for the first time: nothing is known of it over time', {
      decision: 'allow',
      code: 'first_observation',
      severity: 'info',
    })
  }
  const changed = history.earlier.filter(({ network, address, lastSeen }) => {
    const now = networks.get(network)
    return now !== undefined && !now.addresses.includes(address) && nowMs - Date.parse(lastSeen) <= YOUNG_MS
  })
  if (changed.length === 0)
    return judge('history', `the addresses are those of ${history.observations} observation(s)`, null)
  const withPrice = changed.some(
    ({ network, amount }) => amount !== null && networks.get(network)?.amounts.includes(amount) === false,
  )
  return judge('history', `another address was asked for within 7 days${withPrice ? ', and another amount' : ''}`, {
    decision: withPrice ? 'block' : 'review',
    code: withPrice ? 'payto_and_price_changed' : 'payto_changed',
    severity: withPrice ? 'high' : 'medium',
    evidence: changed.map(({ network, address, lastSeen }) => ({ network, from: address, last_seen: lastSeen })),
    next: 'Ask the merchant over another channel whether the change is real before you pay.',
  })
}
