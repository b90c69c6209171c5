import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { fetchedSource } from '#shared/outcomes/lib/fetched-source.ts'
import { sourceOf } from '#shared/outcomes/lib/source.ts'

import { type Bootstrap, bootstrapQuestion, COLD_START, serverFor } from './read-bootstrap.ts'
import { readRdap } from './read-rdap.ts'
import { readWhois } from './read-whois.ts'
import { type Registration } from './registration.ts'

type Doors = Pick<OutcomeContext, 'upstreams' | 'egress' | 'whois' | 'signal'>
type Tried = { source: string; problem: string }

export type DomainFacts = {
  registration: Registration
  protocol: 'rdap' | 'whois'
  source: ReturnType<typeof sourceOf>
  notes: string[]
}

const DAY_S = 86_400
const RDAP_MS = 5_000
const MORE_MS = 3_500
const ACCEPT = 'application/rdap+json, application/json;q=0.9'

/**
 * What the registry says of a registrable domain: by RDAP at the server that IANA's list names, else at the one rdap.org
 * knows, else by WHOIS. Throws Refusal `upstream_unavailable` when nobody answers and `unprocessable` when there is nobody.
 */
export async function lookUpDomain(domain: string, mayWhois: boolean, doors: Doors): Promise<DomainFacts> {
  const { upstreams, signal } = doors
  const bootstrap = await upstreams.ask(bootstrapQuestion(), { signal, withinMs: 3_000 }).then(
    ({ value }): Bootstrap => value,
    ifRefused<Bootstrap>(() => COLD_START),
  )
  const base = serverFor(domain, bootstrap)
  const tried: Tried[] = []
  const failed = ifRefused<DomainFacts | null>((refusal) => {
    tried.push(...triedOf(refusal))
    return null
  })

  const byRdap = base === null ? askRedirector(domain, doors, tried) : askServer(domain, base, doors)
  const answer = await byRdap.catch(failed)
  if (answer !== null) return withMore(answer, domain, doors)
  const whois = mayWhois ? await askWhois(domain, doors, tried).catch(failed) : null
  if (whois !== null) return { ...whois, source: { ...whois.source, tried } }
  throw nobody(domain, tried, mayWhois)
}

export const domainQuestion = (domain: string, base: string): UpstreamQuestion<Registration> => ({
  upstream: 'rdap',
  base,
  path: '/domain/{domain}',
  fill: { domain },
  headers: { accept: ACCEPT },
  answers: [404],
  ttlS: DAY_S,
  read: (reply) => readRdap(reply, domain),
})

async function askServer(domain: string, base: string, { upstreams, signal }: Doors): Promise<DomainFacts> {
  const answer = await upstreams.ask(domainQuestion(domain, base), { signal, withinMs: RDAP_MS })
  const source = sourceOf(answer)
  const name = source.url === null ? source.name : `RDAP of ${new URL(source.url).host}`
  return { registration: answer.value, protocol: 'rdap', source: { ...source, name }, notes: [] }
}

export const redirectorQuestion = (domain: string): UpstreamQuestion<string | null> => ({
  upstream: 'rdap-org',
  path: '/domain/{domain}',
  fill: { domain },
  answers: [404],
  ttlS: DAY_S,
  read: (reply) => {
    if (reply.status === 404) return null
    const body = reply.json()
    const isPlace = typeof body === 'object' && body !== null && 'location' in body
    if (!isPlace || typeof body.location !== 'string') throw new Error('it does not say where to')
    return body.location
  },
})

/** rdap.org knows servers that IANA does not list. Where it sends us is fetched through the guarded egress. Null: nowhere. */
async function askRedirector(domain: string, doors: Doors, tried: Tried[]): Promise<DomainFacts | null> {
  const { upstreams, signal } = doors
  const { value: place } = await upstreams.ask(redirectorQuestion(domain), { signal, withinMs: 3_000 })
  if (place === null) {
    tried.push({ source: 'rdap-org', problem: 'knows_no_server' })
    return null
  }
  const { registration, source } = await fetchRdap(place, domain, doors, RDAP_MS)
  return { registration, protocol: 'rdap', source, notes: [] }
}

async function fetchRdap(url: string, domain: string, { egress, signal }: Doors, timeoutMs: number) {
  const page = await egress.fetch(url, { accept: ACCEPT, maxBytes: 1_000_000, timeoutMs, signal })
  if (page.status !== 200 && page.status !== 404) throw unavailable(new URL(page.url).host, `answered ${page.status}`)
  const text = () => page.body.toString('utf8')
  try {
    const registration = readRdap({ status: page.status, text, json: () => JSON.parse(text()) }, domain)
    return { registration, source: { ...fetchedSource(page), stale: false, tried: [] } }
  } catch {
    throw unavailable(new URL(page.url).host, 'bad_response')
  }
}

/** Registries that know no registrant point to the registrar's server; it adds what is missing, and changes nothing else. */
async function withMore(facts: DomainFacts, domain: string, doors: Doors): Promise<DomainFacts> {
  const { registration } = facts
  const lacks = registration.registrant.state === 'not_given' || (registration.registrar?.abuseEmail ?? null) === null
  if (!registration.registered || registration.more === null || !lacks) return facts
  const more = await fetchRdap(registration.more, domain, doors, MORE_MS).catch(ifRefused<null>(() => null))
  if (more === null || !more.registration.registered) {
    return { ...facts, notes: [...facts.notes, 'The registrar’s own server, which may know more, did not answer.'] }
  }
  const { registrar, registrant, updatedAt, expiresAt } = more.registration
  return {
    ...facts,
    registration: {
      ...registration,
      registrar: {
        name: registration.registrar?.name ?? registrar?.name ?? null,
        ianaId: registration.registrar?.ianaId ?? registrar?.ianaId ?? null,
        abuseEmail: registration.registrar?.abuseEmail ?? registrar?.abuseEmail ?? null,
      },
      updatedAt: registration.updatedAt ?? updatedAt,
      expiresAt: registration.expiresAt ?? expiresAt,
      registrant: registration.registrant.state === 'not_given' ? registrant : registration.registrant,
    },
    notes: [...facts.notes, `Registrant and abuse contact as the registrar’s server ${more.source.name} says them.`],
  }
}

async function askWhois(domain: string, { whois, signal }: Doors, tried: Tried[]): Promise<DomainFacts | null> {
  const answer = await whois.ask(domain, signal)
  if (answer === null) {
    tried.push({ source: 'whois', problem: 'knows_no_server' })
    return null
  }
  const reading = readWhois(answer.text, domain)
  if (reading.kind === 'limited') throw unavailable(answer.server, 'rate_limited')
  if (reading.kind === 'unreadable') throw unavailable(answer.server, 'bad_response')
  const source = {
    name: `WHOIS of ${answer.server}`,
    url: `whois://${answer.server}/${domain}`,
    fetched_at: answer.retrievedAt,
    cached: false,
    cache_age_s: 0,
    stale: false,
    tried: [],
  }
  return { registration: reading.registration, protocol: 'whois', source, notes: [] }
}

const unavailable = (source: string, problem: string) =>
  new Refusal('upstream_unavailable', `${source} did not answer; nothing was charged.`, {
    retryAfterS: 10,
    fix: { action: 'Send the call again in 10 s or later.' },
    extra: { tried: [{ source, problem }] },
  })

function nobody(domain: string, tried: Tried[], mayWhois: boolean): Refusal {
  const reasons = tried.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
  const isUnknown = tried.length > 0 && tried.every(({ problem }) => problem === 'knows_no_server')
  if (isUnknown) {
    const tld = domain.slice(domain.lastIndexOf('.') + 1)
    return new Refusal('unprocessable', `No registration service of .${tld} is known; nothing was charged.`, {
      detail: reasons,
      fix: { action: mayWhois ? 'Ask the registry of this suffix on its own site.' : 'Send fallback_whois: true.' },
    })
  }
  return new Refusal('upstream_unavailable', `No registration service answered (${reasons}); nothing was charged.`, {
    retryAfterS: 10,
    fix: { action: 'Send the call again in 10 s or later.' },
    extra: { tried },
  })
}

/** What to do when a source refuses; a fault of ours goes on. */
const ifRefused =
  <Value>(then: (refusal: Refusal) => Value) =>
  (error: unknown): Value => {
    if (error instanceof Refusal && error.code !== 'validation_error') return then(error)
    throw error
  }

function triedOf({ code, detail }: Refusal): Tried[] {
  const tried = detail.extra?.['tried']
  // Safe: every door that throws here lists its sources so.
  return Array.isArray(tried) ? (tried as Tried[]) : [{ source: 'rdap', problem: code }]
}
