import { LRUCache } from 'lru-cache'
import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { isPrivateName, nameNotAsked } from '#shared/lib/network/dns-name.ts'
import type { DnsResolver } from '#shared/lib/network/dns-resolvers.ts'
import type { Log } from '#shared/log.ts'
import type { DnsAnswer, DnsDoor, DnsProblem, DnsQuestion } from '#shared/doors/dns.ts'

import { HttpsAgent } from './ask-https.ts'
import { askResolver, NoAnswer } from './ask-resolver.ts'
import { RestingEndpoints } from './resting-endpoints.ts'

const CACHE_BYTES = 4 * 1024 * 1024
/** Cache limits in ms: for answers whatever their TTL, and for negative answers. */
const LONGEST_MS = 300_000
const NEGATIVE_MS = 60_000
/** Codes of a resolver that could not resolve. The next resolver may. */
const FAILURES = new Set(['SERVFAIL', 'REFUSED', 'NOTIMP', 'FORMERR'])

type Kept = { answer: DnsAnswer; bornAt: number; freshMs: number }

/** Opens DNS over the configured resolvers, with a small cache by TTL. */
export function openDns({
  resolvers,
  ownNames = new Set(),
  log,
  now = () => new Date(),
  totalMs,
}: {
  resolvers: readonly DnsResolver[]
  /** Names with a special resolution in this installation. They are never sent to a resolver. */
  ownNames?: ReadonlySet<string>
  log: Log
  now?: () => Date
  /** Milliseconds per resolver. Default 3,000. */
  totalMs?: number
}): DnsDoor {
  const https = new HttpsAgent()
  const resting = new RestingEndpoints()
  const cache = new LRUCache<string, Kept>({ maxSize: CACHE_BYTES, maxEntrySize: CACHE_BYTES / 8 })

  const askOne: DnsDoor['askOne'] = async (name, question, signal) => {
    if (isPrivateName(question.name) || ownNames.has(question.name)) throw nameNotAsked()
    const resolver = resolvers.find((one) => one.name === name)
    if (resolver === undefined) throw new TypeError(`no resolver is called ${name}`)
    const key = `${name} ${question.type} ${question.name}`
    const kept = cache.get(key)
    if (kept !== undefined && performance.now() - kept.bornAt < kept.freshMs) {
      const ageS = Math.floor((performance.now() - kept.bornAt) / 1_000)
      return { answer: { ...kept.answer, cached: true, ageS } }
    }
    const began = performance.now()
    const latency = () => Math.round((performance.now() - began) * 10) / 10
    try {
      const { message, endpoint } = await askResolver(resolver, question, { https, resting, signal, totalMs })
      const { rcode, ad, answers, zone } = message
      const at = { latencyMs: latency(), retrievedAt: now().toISOString(), cached: false, ageS: 0 }
      const answer: DnsAnswer = { resolver: name, endpoint, rcode, ad, answers, zone, ...at }
      const freshMs = freshFor(answer)
      if (freshMs > 0)
        cache.set(key, { answer, bornAt: performance.now(), freshMs }, { size: 400 + answers.length * 200 })
      return { answer }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      log.warn({ resolver: name, type: question.type, problem: error.problem, reason: causeOf(error) }, 'dns failed')
      return { problem: error.problem, latencyMs: latency() }
    }
  }

  return {
    resolvers: resolvers.map(({ name }) => name),
    askOne,
    async ask(question: DnsQuestion, signal) {
      const tried: { source: string; problem: DnsProblem }[] = []
      let failed: DnsAnswer | null = null
      for (const { name } of resolvers) {
        const heard = await askOne(name, question, signal)
        if ('problem' in heard) tried.push({ source: name, problem: heard.problem })
        else if (FAILURES.has(heard.answer.rcode)) failed ??= heard.answer
        else return heard.answer
      }
      if (failed !== null) return failed
      const reasons = tried.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
      throw new Refusal('upstream_unavailable', `No DNS resolver answered (${reasons}); nothing was charged.`, {
        retryAfterS: 5,
        fix: { action: 'Send the call again in 5 s or later.' },
        extra: { tried },
      })
    },
  }
}

/** Host names with a special resolution in this installation: egress exceptions, database, Redis, settlement. */
export function ownNamesOf(
  config: Pick<Config, 'EGRESS_ALLOW' | 'DATABASE_URL' | 'REDIS_URL' | 'SETTLEMENT_URL'> &
    Partial<Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'>>,
) {
  const urls = [
    config.DATABASE_URL,
    config.DATABASE_DIRECT_URL,
    config.DATABASE_READ_URL,
    // A password may hold a comma, which is no list then.
    ...(config.REDIS_URL?.split(/,(?=\s*rediss?:)/) ?? []),
    config.SETTLEMENT_URL,
  ].flatMap((url) => URL.parse(url?.trim() ?? '') ?? [])
  return new Set([...(config.EGRESS_ALLOW ?? []).map(({ host }) => host), ...urls.map(({ hostname }) => hostname)])
}

function freshFor({ rcode, answers }: DnsAnswer): number {
  if (rcode === 'NXDOMAIN' || (rcode === 'NOERROR' && answers.length === 0)) return NEGATIVE_MS
  if (rcode !== 'NOERROR') return 0
  return Math.min(LONGEST_MS, ...answers.map(({ ttl }) => ttl * 1_000))
}

const causeOf = ({ cause }: Error) => (cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 120) : '')
