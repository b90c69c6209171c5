import { z } from 'zod'

import { ASKABLE_TYPES } from '#shared/lib/network/dns-record-types.rules.ts'
import { invalidFields } from '#shared/errors.ts'
import { dnsName, isPrivateName, nameNotAsked, reverseName } from '#shared/lib/network/dns-name.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { dnsSource } from '#shared/outcomes/lib/dns-source.ts'
import { Source } from '#shared/outcomes/lib/source.ts'

const USUAL = ['cloudflare', 'google', 'quad9']

/** One type, many resolvers: how far a change has spread. dns-records asks many types of one resolver. */
export const dnsLookup = defineOutcome({
  slug: 'dns-lookup',
  title: 'DNS lookup',
  description: 'One DNS question answered by several resolvers with agreement and propagation reported.',
  cents: 1,
  timeoutMs: 12_000,
  types: {
    takes: { name: 'domain', type: 'dns-type' },
    gives: { answers: 'json', 'answers.0.value': 'ip' },
    also: { 'authoritative_ns.0': 'domain' },
  },
  input: () =>
    z.object({
      name: z.string().min(1).max(253).describe('domain name, or an IP for PTR'),
      type: z.enum(ASKABLE_TYPES).default('A').describe('record type; an IP is always asked for PTR'),
      resolvers: z
        .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/))
        .min(1)
        .max(8)
        .default(USUAL)
        .describe('resolvers asked, by name'),
    }),
  output: () =>
    z.object({
      source: Source.describe('the resolver whose answer leads; by_resolver has all'),
      as_of: z.string().nullable().describe('when it answered, ISO 8601'),
      name: z.string().describe('A-label name asked'),
      type: z.string(),
      rcode: z.string().describe('NOERROR, NXDOMAIN, SERVFAIL, ...'),
      answers: z
        .array(z.object({ name: z.string(), type: z.string(), value: z.string(), ttl: z.int() }))
        .describe('of all resolvers, aliases in their order'),
      cname_chain: z.array(z.string()),
      consistent: z
        .boolean()
        .describe('those that answered agree (values; order and ttl aside). Geographic answers differ by design'),
      by_resolver: z.array(
        z.object({
          resolver: z.string(),
          rcode: z.string().describe('also TIMEOUT, UNREACHABLE, BAD_RESPONSE: it did not answer'),
          values: z.array(z.string()),
          latency_ms: z.number(),
          ad: z.boolean().describe('it says that it validated the answer'),
        }),
      ),
      authoritative_ns: z.array(z.string()).describe('NS of the zone; empty where it could not be found out'),
    }),
  example: {
    input: { name: '8.8.8.8', type: 'PTR', resolvers: ['cloudflare'] },
    output: {
      source: {
        name: 'cloudflare',
        url: 'https://1.1.1.1/dns-query',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
        tried: [],
      },
      as_of: '2026-11-20T12:00:00.000Z',
      name: '8.8.8.8.in-addr.arpa',
      type: 'PTR',
      rcode: 'NOERROR',
      answers: [{ name: '8.8.8.8.in-addr.arpa', type: 'PTR', value: 'dns.google', ttl: 86_400 }],
      cname_chain: [],
      consistent: true,
      by_resolver: [{ resolver: 'cloudflare', rcode: 'NOERROR', values: ['dns.google'], latency_ms: 12.4, ad: false }],
      authoritative_ns: ['ns1.google.com', 'ns2.google.com'],
    },
  },
  check({ name }) {
    const asked = reverseName(name) ?? dnsName(name)
    if (asked === null) {
      throw invalidFields({ path: ['name'], msg: 'Value error, neither a domain name nor an IP address', input: name })
    }
    if (isPrivateName(asked)) throw nameNotAsked()
  },
  async run({ name: given, type: wanted, resolvers }, { dns, signal }) {
    const { compareResolvers } = await import('./compare-resolvers.ts')
    const reverse = reverseName(given)
    const question = { name: reverse ?? dnsName(given) ?? given, type: reverse === null ? wanted : 'PTR' } as const
    const names = chosen([...new Set(resolvers)], dns.resolvers)
    const found = await compareResolvers(question, names, { dns, signal })
    return {
      source: dnsSource(found.lead),
      as_of: found.lead.retrievedAt,
      ...question,
      rcode: found.lead.rcode,
      answers: found.answers,
      cname_chain: found.chain,
      consistent: found.consistent,
      by_resolver: found.byResolver,
      authoritative_ns: found.servers,
    }
  },
})

/** The resolvers asked for; all there are where an installation has none of the usual ones and nobody named any. */
function chosen(wanted: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = wanted.filter((name) => !known.includes(name))
  const isUsual = wanted.length === USUAL.length && wanted.every((name) => USUAL.includes(name))
  if (unknown.length === 0) return wanted
  if (!isUsual) {
    throw invalidFields({
      path: ['resolvers'],
      msg: `Value error, ${unknown.join(', ')} is not among ${known.join(', ')}`,
      input: wanted,
    })
  }
  const left = wanted.filter((name) => known.includes(name))
  return left.length === 0 ? known : left
}
