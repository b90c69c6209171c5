import { isIP } from 'node:net'

import { BASE } from '#shared/chains/networks.ts'
import { nullIfRefused } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { PaytoHistory } from '#shared/doors/merchants.ts'

import { isObject, ownValue } from '../json/json-value.ts'
import { readSample } from '../payto/read-sample.ts'
import { bazaarQuestion } from './ask-bazaar.ts'
import { findDocument } from './find-documents.ts'
import { probeMerchant, type MerchantProbe } from './merchant-probe.ts'

/** Facts about a merchant; null where unknown. Plain JSON, so that a workflow can store it. */
export type MerchantFacts = {
  url: string
  /** Unpaid probes in their order; null for one without an answer. */
  samples: (MerchantProbe | null)[]
  domain: string | null
  isIpLiteral: boolean
  domainAgeDays: number | null
  /**
   * E-mail address in the origin's openapi.json, null if it has none; `contact` is null when there is no such document.
   */
  contact: { email: string | null } | null
  history: PaytoHistory | null
  /** Spends of the caller to this merchant that were made final. */
  ownPayments: number | null
  /** Whether the x402 Bazaar lists this host for one of its payTo addresses. */
  listed: boolean | null
}

type Doors = Pick<OutcomeContext, 'egress' | 'signal' | 'call' | 'store' | 'upstreams'>
type Asked = { url: string; method: 'auto' | 'GET' | 'POST' }

const PROBE_MS = 4_000
const REGISTRY_MS = 6_000
const MOST_REDIRECTS = 5
const LISTING_MS = 4_000

/** Gathers what can be known of a merchant before it is paid, all at once. A URL that may not be fetched is refused. */
export async function collectMerchant(ctx: Doors, asked: Asked): Promise<MerchantFacts> {
  const { getDomain } = await import('tldts')
  const url = await ctx.egress.vet(asked.url, ctx.signal)
  const { hostname, origin } = new URL(url)
  const isIpLiteral = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const domain = isIpLiteral ? null : getDomain(hostname, { allowPrivateDomains: true })
  const [{ samples, history, ownPayments, listed }, domainAgeDays, openapi] = await Promise.all([
    sampleAndRemember(ctx, { ...asked, url }),
    domain === null ? null : ageOf(ctx, domain),
    findDocument(ctx, origin, '/openapi.json'),
  ])
  return {
    url,
    samples,
    domain,
    isIpLiteral,
    domainAgeDays,
    contact: openapi.document === null ? null : { email: emailOf(openapi.document) },
    history,
    ownPayments,
    listed,
  }
}

/** Two probes, so that an address that rotates shows itself, and what is known of where they ask to be paid. */
async function sampleAndRemember(ctx: Doors, asked: Asked) {
  const how = { url: asked.url, maxRedirects: MOST_REDIRECTS, timeoutMs: PROBE_MS }
  const first = await probeMerchant(ctx, { ...how, method: asked.method })
  const [second, listed] = await Promise.all([
    first === null
      ? null
      : probeMerchant(ctx, {
          ...how,
          method: first.method,
          headers: { 'cache-control': 'no-cache', 'user-agent': 'Mozilla/5.0 (compatible; payment-client)' },
        }),
    isListed(ctx, asked.url, payeesOf(first)),
  ])
  const samples = [first, second]
  const seen = samples.flatMap(payeesOf)
  const { origin } = new URL(asked.url)
  const payees = [...new Set([asked.url, origin, ...seen.map(({ address }) => address)])]
  const [history, ownPayments] = await Promise.all([
    seen.length === 0 ? null : ctx.store.payto.observe(origin, seen),
    ctx.store.spending.paidTo(payees),
  ])
  return { samples, history, ownPayments, listed }
}

const payeesOf = (probe: MerchantProbe | null) =>
  probe === null ? [] : (readSample(probe.status, probe.headers, Buffer.from(probe.body)) ?? [])

/** Whether the directory lists the merchant's host for its payee on Base, else for its first one; null when unknown. */
async function isListed(
  { upstreams, signal }: Doors,
  url: string,
  payees: readonly { network: string; address: string }[],
): Promise<boolean | null> {
  const payee = payees.find(({ network }) => network === BASE) ?? payees[0]
  if (payee === undefined) return null
  const answer = await upstreams
    .ask(bazaarQuestion(payee.address), { signal, withinMs: LISTING_MS })
    .catch(nullIfRefused)
  return answer?.value.includes(new URL(url).hostname) ?? null
}

/** Days since a domain was registered; null where the registry does not say, or not in time. */
async function ageOf(ctx: Doors, domain: string): Promise<number | null> {
  const asking = ctx.call('rdap-whois', { domain }).then((answer) => {
    const age = isObject(answer) ? ownValue(answer, 'age_days') : null
    return typeof age === 'number' ? age : null
  }, nullIfRefused)
  // Its result is no longer needed, so a later failure is ignored.
  asking.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), REGISTRY_MS)
  })
  try {
    return await Promise.race([asking, late])
  } finally {
    clearTimeout(timer)
  }
}

function emailOf(openapi: Record<string, unknown>): string | null {
  const info = ownValue(openapi, 'info')
  const contact = isObject(info) ? ownValue(info, 'contact') : undefined
  const email = isObject(contact) ? ownValue(contact, 'email') : undefined
  return typeof email === 'string' && /^[^@\s]{1,64}@[^@\s]{1,190}$/.test(email) ? email.toLowerCase() : null
}
