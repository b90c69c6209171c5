import { Refusal } from '#shared/errors.ts'
import type { DnsAnswer, DnsDoor, DnsRecord } from '#shared/doors/dns.ts'

import { mailProviderOf } from '#shared/engines/dns/mail-providers.rules.ts'
import { announcesMtaSts, readDmarc, readSpf } from './mail-policy.ts'
import type { DnsTypeName } from '#shared/lib/network/dns-record-types.rules.ts'

type Row = { value: string; ttl: number; priority?: number }

/** One question's end; no answer says nothing of what there is. */
type Asked = { name: string; type: DnsTypeName; answer: DnsAnswer | null }

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
      return { name, type, answer: await dns.ask({ name, type }, signal) }
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'url_not_allowed') throw error
      refusals.push(error)
      return { name, type, answer: null }
    }
  }
  // Once each: what mail needs is mostly among what was asked for.
  const own = [...new Set<DnsTypeName>([...types, 'MX', 'TXT', 'DS'])].map((type) => ask(domain, type))
  const beside = [
    `_dmarc.${domain}`,
    `_mta-sts.${domain}`,
    ...(organization === domain ? [] : [`_dmarc.${organization}`]),
  ]
  const [asked, policies] = await Promise.all([Promise.all(own), Promise.all(beside.map((name) => ask(name, 'TXT')))])
  const [dmarc, mtaSts, organizational] = policies
  const answers = asked.flatMap(({ answer }) => answer ?? [])
  const [first] = answers
  if (first === undefined) throw refusals[0] ?? new Error('no question and no answer')

  const of = (type: DnsTypeName) => asked.find((one) => one.type === type)
  const mx = toldOf(of('MX'))?.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0)) ?? null
  const real = mx?.filter(({ value }) => value !== '.') ?? null
  const policy = readIfTold(dmarc, (texts) => readDmarc(texts, `_dmarc.${domain}`))
  const isSilent = policy !== null && policy.record === null && organizational !== undefined
  return {
    lead: first,
    exists: !answers.some(({ rcode }) => rcode === 'NXDOMAIN'),
    records: Object.fromEntries(types.map((type): [string, Row[]] => [type, (toldOf(of(type)) ?? []).map(rowOf)])),
    mail: {
      mx_count: real?.length ?? null,
      provider: mailProviderOf((real ?? []).map(({ value }) => value)),
      null_mx: mx === null || real === null ? null : mx.length > 0 && real.length === 0,
      spf: readIfTold(of('TXT'), readSpf),
      dmarc: isSilent ? readIfTold(organizational, (texts) => readDmarc(texts, `_dmarc.${organization}`)) : policy,
      mta_sts: readIfTold(mtaSts, announcesMtaSts),
    },
    dnssec: {
      signed: readIfTold(of('DS'), (values) => values.length > 0),
      ad_flag: answers.some(({ ad, rcode }) => ad && (rcode === 'NOERROR' || rcode === 'NXDOMAIN')),
    },
    errors: [...asked, ...policies].flatMap((one) =>
      toldOf(one) === null ? [{ name: one.name, type: one.type, rcode: one.answer?.rcode ?? 'NO_ANSWER' }] : [],
    ),
    resolvers: [...new Set(answers.map(({ resolver }) => resolver))],
  }
}

/**
 * The records of the type that was asked for, without the aliases on the way; null where nobody told whether there are any.
 */
function toldOf(asked: Asked | undefined): DnsRecord[] | null {
  const answer = asked?.answer ?? null
  if (answer === null || (answer.rcode !== 'NOERROR' && answer.rcode !== 'NXDOMAIN')) return null
  return answer.answers.filter(({ type }) => type === asked?.type)
}

const readIfTold = <Read>(asked: Asked | undefined, read: (values: string[]) => Read): Read | null => {
  const told = toldOf(asked)
  return told === null ? null : read(told.map(({ value }) => value))
}

const rowOf = ({ value, ttl, priority }: DnsRecord): Row =>
  priority === undefined ? { value, ttl } : { value, ttl, priority }
