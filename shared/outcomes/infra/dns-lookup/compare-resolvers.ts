import { Refusal } from '#shared/errors.ts'
import type { DnsAnswer, DnsDoor, DnsQuestion } from '#shared/doors/dns.ts'

/** Time limit in milliseconds. Name servers are additional information, so the answer does not wait longer for them. */
const SERVERS_MS = 4_000

type Heard =
  | { resolver: string; answer: DnsAnswer }
  | { resolver: string; answer: null; problem: string; latencyMs: number }

/** A record as dns-lookup shows it: the priority stands before the value. */
export type ShownRecord = { name: string; type: string; value: string; ttl: number }

/**
 * One question to several resolvers at once, and whether they agree. Throws Refusal `upstream_unavailable` when none of
 * them answers.
 */
export async function compareResolvers(
  question: DnsQuestion,
  names: readonly string[],
  { dns, signal }: { dns: DnsDoor; signal: AbortSignal },
) {
  const [heard, servers] = await Promise.all([
    Promise.all(
      names.map(async (resolver): Promise<Heard> => {
        const one = await dns.askOne(resolver, question, signal)
        return 'answer' in one ? { resolver, answer: one.answer } : { resolver, answer: null, ...one }
      }),
    ),
    nameServers(question.name, { dns, signal }),
  ])
  const answers = heard.flatMap(({ answer }) => answer ?? [])
  const lead =
    answers.find(({ rcode }) => rcode === 'NOERROR') ?? answers.find(({ rcode }) => rcode === 'NXDOMAIN') ?? answers[0]
  if (lead === undefined) throw noneAnswered(heard)
  return {
    lead,
    answers: unionOf(answers),
    chain: lead.answers.filter(({ type }) => type === 'CNAME').map(({ value }) => value),
    consistent:
      new Set(answers.map((answer) => `${answer.rcode} ${JSON.stringify(valuesOf(answer, question))}`)).size === 1,
    byResolver: heard.map((one) =>
      one.answer === null
        ? { resolver: one.resolver, rcode: one.problem.toUpperCase(), values: [], latency_ms: one.latencyMs, ad: false }
        : {
            resolver: one.resolver,
            rcode: one.answer.rcode,
            values: valuesOf(one.answer, question),
            latency_ms: one.answer.latencyMs,
            ad: one.answer.ad,
          },
    ),
    servers,
  }
}

/** Name servers of the zone a name lies in; none where they cannot be found out. */
async function nameServers(name: string, { dns, signal }: { dns: DnsDoor; signal: AbortSignal }): Promise<string[]> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(SERVERS_MS)])
  try {
    const own = await dns.ask({ name, type: 'NS' }, bounded)
    const zone = own.answers.length === 0 && own.zone !== null && own.zone !== name ? own.zone : null
    const answer = zone !== null && zone.includes('.') ? await dns.ask({ name: zone, type: 'NS' }, bounded) : own
    return answer.answers.flatMap(({ type, value }) => (type === 'NS' ? [value] : [])).toSorted()
  } catch (error) {
    if (error instanceof Refusal || (bounded.aborted && !signal.aborted)) return []
    throw error
  }
}

/** Every record that somebody named, in the order they were named, each once. */
function unionOf(answers: readonly DnsAnswer[]): ShownRecord[] {
  const union = new Map<string, ShownRecord>()
  for (const { name, type, ttl, value: bare, priority } of answers.flatMap((answer) => answer.answers)) {
    const value = priority === undefined ? bare : `${priority} ${bare}`
    const key = `${name} ${type} ${value}`
    if (!union.has(key)) union.set(key, { name, type, value, ttl })
  }
  return [...union.values()]
}

const valuesOf = ({ answers }: DnsAnswer, { type: wanted }: DnsQuestion): string[] =>
  answers
    .filter(({ type }) => type === wanted)
    .map(({ value, priority }) => (priority === undefined ? value : `${priority} ${value}`))
    .toSorted()

function noneAnswered(heard: readonly Heard[]): Refusal {
  const tried = heard.flatMap((one) => (one.answer === null ? [{ source: one.resolver, problem: one.problem }] : []))
  const reasons = tried.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
  return new Refusal('upstream_unavailable', `No DNS resolver answered (${reasons}); nothing was charged.`, {
    retryAfterS: 5,
    fix: { action: 'Send the call again in 5 s or later.' },
    extra: { tried },
  })
}
