import { Refusal } from '#shared/errors.ts'
import type { DnsAnswer, DnsDoor, DnsRecord } from '#shared/outcomes/doors/dns.ts'

import { mailProviderOf } from './mail-providers.rules.ts'
import { announcesMtaSts, readDmarc, readSpf } from './mail-policy.ts'
import type { DnsTypeName } from './record-types.rules.ts'

type Row = { value: string; ttl: number; priority?: number }

/** One question's end: an answer, or why there is none. */
type Asked = { type: DnsTypeName; answer: DnsAnswer | null }

/**
 * The records of a domain by type, and what they say of its mail and its signature; all questions side by side. Throws
 * Refusal `upstream_unavailable` when none of them was answered.
 */
export async function collectRecords(
  domain: string,
  organization: string,
  types: readonly DnsTypeName[],
  { dns, signal }: { dns: DnsDoor; signal: AbortSignal },
) {
  const refusals: Refusal[] = []
  const ask = async (name: string, type: DnsTypeName): Promise<Asked> => {
    try {
      return { type, answer: await dns.ask({ name, type }, signal) }
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'url_not_allowed') throw error
      refusals.push(error)
      return { type, answer: null }
    }
  }
  // Once each: what mail needs is mostly among what was asked for.
  const own = [...new Set<DnsTypeName>([...types, 'MX', 'TXT', 'DS'])].map((type) => ask(domain, type))
  const beside = [
    `_dmarc.${domain}`,
    `_mta-sts.${domain}`,
    ...(organization === domain ? [] : [`_dmarc.${organization}`]),
  ]
  const [asked, [dmarc, mtaSts, organizational]] = await Promise.all([
    Promise.all(own),
    Promise.all(beside.map((name) => ask(name, 'TXT'))),
  ])
  const answers = asked.flatMap(({ answer }) => answer ?? [])
  const [first] = answers
  if (first === undefined) throw refusals[0] ?? new Error('no question and no answer')

  const of = (type: DnsTypeName) => asked.find((one) => one.type === type)
  const valuesOf = (one: Asked | undefined) => recordsOf(one).map(({ value }) => value)
  const mx = recordsOf(of('MX')).toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  const real = mx.filter(({ value }) => value !== '.')
  const policy = readDmarc(valuesOf(dmarc), `_dmarc.${domain}`)
  return {
    lead: first,
    exists: !answers.some(({ rcode }) => rcode === 'NXDOMAIN'),
    records: Object.fromEntries(types.map((type): [string, Row[]] => [type, recordsOf(of(type)).map(rowOf)])),
    mail: {
      mx_count: real.length,
      provider: mailProviderOf(real.map(({ value }) => value)),
      null_mx: mx.length > 0 && real.length === 0,
      spf: readSpf(valuesOf(of('TXT'))),
      dmarc: policy.record === null ? readDmarc(valuesOf(organizational), `_dmarc.${organization}`) : policy,
      mta_sts: announcesMtaSts(valuesOf(mtaSts)),
    },
    dnssec: {
      signed: recordsOf(of('DS')).length > 0,
      ad_flag: answers.some(({ ad, rcode }) => ad && (rcode === 'NOERROR' || rcode === 'NXDOMAIN')),
    },
    errors: asked.flatMap(({ type, answer }) => {
      if (answer === null) return [{ type, rcode: 'NO_ANSWER' }]
      return answer.rcode === 'NOERROR' || answer.rcode === 'NXDOMAIN' ? [] : [{ type, rcode: answer.rcode }]
    }),
    resolvers: [...new Set(answers.map(({ resolver }) => resolver))],
  }
}

/** The records of the type that was asked for, without the aliases on the way. */
const recordsOf = (asked: Asked | undefined): DnsRecord[] =>
  (asked?.answer?.answers ?? []).filter(({ type }) => type === asked?.type)

const rowOf = ({ value, ttl, priority }: DnsRecord): Row =>
  priority === undefined ? { value, ttl } : { value, ttl, priority }
