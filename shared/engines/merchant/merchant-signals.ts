import { PROVIDER_DOMAINS } from '../email/providers.rules.ts'
import type { MerchantFacts } from './collect-merchant.ts'
import { lookalikeDomain } from './lookalike-domain.ts'
import type { Read402 } from './read-402.ts'

export type Signal = { id: string; value: string | number | boolean | null; points: number; evidence: string }

const OLD_DAYS = 365
const YOUNG_DAYS = 30
const MANY_PAYMENTS = 5

/**
 * Lists what speaks for and against a merchant, in points. Unknown facts are named and count for nothing, because the
 * absence of bad news is not good news.
 */
export function merchantSignals(facts: MerchantFacts, read: Read402 | null): { signals: Signal[]; unknowns: string[] } {
  const rated = [
    ageSignal(facts),
    paymentsSignal(facts),
    listingSignal(facts),
    read === null ? null : lintSignal(read),
    contactSignal(facts),
    lookalikeSignal(facts),
    schemeSignal(facts),
    redirectSignal(facts),
  ]
  return {
    signals: rated.filter((signal): signal is Signal => signal !== null),
    unknowns: [
      ...(facts.domainAgeDays === null ? ['domain_age'] : []),
      ...(facts.ownPayments === null ? ['own_payments'] : []),
      ...(facts.contact === null ? ['contact'] : []),
      ...(facts.listed === null ? ['discovery_listing'] : []),
      // No prices of others are at hand to compare with.
      'category_price',
    ],
  }
}

function ageSignal({ domainAgeDays: days, domain }: MerchantFacts): Signal | null {
  if (days === null) return null
  const points = days > OLD_DAYS ? 10 : days < YOUNG_DAYS ? -20 : 0
  return { id: 'domain_age', value: days, points, evidence: `${domain} was registered ${days} days ago` }
}

function paymentsSignal({ ownPayments: count }: MerchantFacts): Signal | null {
  if (count === null) return null
  const points = count >= MANY_PAYMENTS ? 15 : 0
  return {
    id: 'own_payments',
    value: count,
    points,
    evidence: `${count} payment(s) of this credential to it were made final`,
  }
}

function listingSignal({ listed }: MerchantFacts): Signal | null {
  if (listed === null) return null
  const evidence = listed
    ? 'the x402 Bazaar lists it for this payee'
    : 'the x402 Bazaar does not list it for this payee'
  return { id: 'discovery_listing', value: listed, points: listed ? 10 : 0, evidence }
}

function lintSignal({ summary: { errors, warnings } }: Read402): Signal {
  const points = errors > 0 ? 0 : warnings > 0 ? -5 : 5
  return {
    id: 'lint',
    value: errors + warnings,
    points,
    evidence: `its 402 has ${errors} error(s) and ${warnings} warning(s)`,
  }
}

function contactSignal({ contact }: MerchantFacts): Signal | null {
  if (contact === null) return null
  const { email } = contact
  const isFree = email !== null && PROVIDER_DOMAINS.has(email.slice(email.indexOf('@') + 1))
  return {
    id: 'contact',
    value: email,
    points: email === null || isFree ? -5 : 0,
    evidence:
      email === null
        ? 'its openapi.json names no contact'
        : isFree
          ? 'its contact is a free mailbox'
          : 'its contact is a mailbox of its own',
  }
}

function lookalikeSignal({ domain }: MerchantFacts): Signal | null {
  const imitated = domain === null ? null : lookalikeDomain(domain)
  if (imitated === null) return null
  return { id: 'lookalike_domain', value: imitated, points: -30, evidence: `${domain} could be taken for ${imitated}` }
}

function schemeSignal({ url, samples }: MerchantFacts): Signal | null {
  const [first] = samples
  const plain = [url, ...(first?.hops.map(({ location }) => location) ?? []), first?.url ?? url].find((one) =>
    one.startsWith('http:'),
  )
  if (plain === undefined) return null
  return {
    id: 'http_downgrade',
    value: plain,
    points: -30,
    evidence: 'part of the way is http: anybody on it can change where to pay',
  }
}

/** Reports a redirect to another host, without points: some merchants sell through a gateway. */
function redirectSignal({ url, samples }: MerchantFacts): Signal | null {
  const end = samples[0]?.url
  if (end === undefined || new URL(end).host === new URL(url).host) return null
  return { id: 'redirect', value: new URL(end).host, points: 0, evidence: `it leads to ${new URL(end).host}` }
}
