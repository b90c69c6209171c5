import { Refusal } from '#shared/errors.ts'
import type { DnsAnswer, DnsDoor, DnsProblem, DnsQuestion, DnsRecord } from '#shared/doors/dns.ts'

type Row = string | { value: string; ttl?: number; priority?: number; type?: DnsRecord['type']; name?: string }

/** What a question gets: rows of its type, a code, or no answer. */
export type DnsSaid = readonly Row[] | { rcode: string; zone?: string } | DnsProblem

/**
 * A DNS door without a network, for tests of outcomes: `name TYPE` (or `resolver: name TYPE`) to what is said; what is not
 * named exists and has no such record. `asked` lists the questions.
 */
export function fakeDns(
  zone: Record<string, DnsSaid>,
  resolvers: readonly string[] = ['cloudflare', 'google', 'quad9'],
) {
  const asked: string[] = []
  const said = (resolver: string, { name, type }: DnsQuestion): DnsAnswer | DnsProblem => {
    const key = `${name} ${type}`
    asked.push(`${resolver}: ${key}`)
    const told = zone[`${resolver}: ${key}`] ?? zone[key] ?? []
    if (typeof told === 'string') return told
    const base = {
      resolver,
      endpoint: `https://${resolver}.example/dns-query`,
      ad: false,
      zone: null,
      latencyMs: 1,
      retrievedAt: '2026-11-20T12:00:00.000Z',
      cached: false,
      ageS: 0,
    }
    if ('rcode' in told) return { ...base, rcode: told.rcode, zone: told.zone ?? null, answers: [] }
    const answers = told.map((row): DnsRecord => {
      const {
        value,
        ttl = 300,
        priority,
        type: own = type,
        name: owner = name,
      } = typeof row === 'string' ? { value: row } : row
      return { name: owner, type: own, ttl, value, ...(priority === undefined ? {} : { priority }) }
    })
    return { ...base, rcode: 'NOERROR', answers }
  }
  const door: DnsDoor = {
    resolvers,
    async askOne(resolver, question) {
      const answer = said(resolver, question)
      return typeof answer === 'string' ? { problem: answer, latencyMs: 3_000 } : { answer }
    },
    async ask(question) {
      const [first = ''] = resolvers
      const answer = said(first, question)
      if (typeof answer !== 'string') return answer
      throw new Refusal('upstream_unavailable', 'No DNS resolver answered; nothing was charged.', {
        extra: { tried: [{ source: first, problem: answer }] },
      })
    },
  }
  return { ...door, asked }
}
