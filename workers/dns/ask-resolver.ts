import { randomInt } from 'node:crypto'

import { BadMessage } from '#shared/engines/dns/byte-reader.ts'
import { encodeQuery } from '#shared/engines/dns/encode-query.ts'
import { type DnsMessage, OtherQuestion, readMessage } from '#shared/engines/dns/read-message.ts'
import type { DnsEndpoint, DnsResolver } from '#shared/lib/network/dns-resolvers.ts'
import type { DnsProblem, DnsQuestion } from '#shared/doors/dns.ts'

import { askHttps, type HttpsAgent } from './ask-https.ts'
import { askTcp } from './ask-tcp.ts'
import { askUdp } from './ask-udp.ts'
import type { RestingEndpoints } from './resting-endpoints.ts'

/** One resolver, all its endpoints included. */
const TOTAL_MS = 3_000
/** A lost datagram is sent again after this part of it. */
const RESEND_AFTER = 0.3

export type Heard = { message: DnsMessage; endpoint: string }

/** A resolver did not answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly problem: DnsProblem

  constructor(problem: DnsProblem, cause?: unknown) {
    super(`no answer: ${problem}`, { cause })
    this.problem = problem
  }
}

export type ResolverDeps = {
  https: HttpsAgent
  resting: RestingEndpoints
  signal: AbortSignal
  /** Default 3,000. */
  totalMs?: number | undefined
}

/**
 * Asks one resolver, by its endpoints in order (those that failed lately last), within three seconds. Throws NoAnswer, or the signal's reason when nobody
 * waits any more.
 */
export async function askResolver(
  { endpoints }: DnsResolver,
  question: DnsQuestion,
  { https, resting, signal, totalMs = TOTAL_MS }: ResolverDeps,
): Promise<Heard> {
  const over = AbortSignal.timeout(totalMs)
  let problem: DnsProblem = 'timeout'
  let cause: unknown
  const isResting = (endpoint: DnsEndpoint) => resting.isResting(shown(endpoint))
  const inOrder = [...endpoints.filter((one) => !isResting(one)), ...endpoints.filter(isResting)]
  for (const [index, endpoint] of inOrder.entries()) {
    // The last one has all the time that is left, the others leave some.
    const isLast = index === endpoints.length - 1
    const part = isLast ? over : AbortSignal.any([over, AbortSignal.timeout(totalMs / endpoints.length)])
    try {
      const bounded = AbortSignal.any([signal, part])
      const message = await askEndpoint(endpoint, question, {
        https,
        signal: bounded,
        resendMs: totalMs * RESEND_AFTER,
      })
      return { message, endpoint: shown(endpoint) }
    } catch (error) {
      signal.throwIfAborted()
      resting.rest(shown(endpoint))
      cause = error
      problem = problemOf(error, part)
    }
    if (over.aborted) break
  }
  throw new NoAnswer(problem, cause)
}

async function askEndpoint(
  endpoint: DnsEndpoint,
  question: DnsQuestion,
  { https, signal, resendMs }: { https: HttpsAgent; signal: AbortSignal; resendMs: number },
): Promise<DnsMessage> {
  // A fresh id and a fresh port for each query; in HTTPS the id is zero, so that caches on the way can be shared.
  const id = endpoint.kind === 'https' ? 0 : randomInt(0x1_0000)
  const query = encodeQuery(id, question.name, question.type)
  const read = (bytes: Buffer) => readMessage(bytes, id, question)
  if (endpoint.kind === 'https') return askHttps(https, endpoint.url, query, read, signal)
  const first = AbortSignal.any([signal, AbortSignal.timeout(resendMs)])
  const answer = await askUdp(endpoint, query, read, first).catch((error: unknown) => {
    if (signal.aborted || !first.aborted) throw error
    return askUdp(endpoint, query, read, signal)
  })
  return answer.isTruncated ? askTcp(endpoint, query, read, signal) : answer
}

function problemOf(error: unknown, part: AbortSignal): DnsProblem {
  if (error instanceof BadMessage || error instanceof OtherQuestion) return 'bad_response'
  return part.aborted ? 'timeout' : 'unreachable'
}

const shown = (endpoint: DnsEndpoint) => {
  if (endpoint.kind === 'https') return endpoint.url
  const host = endpoint.address.includes(':') ? `[${endpoint.address}]` : endpoint.address
  return `dns://${host}${endpoint.port === 53 ? '' : `:${endpoint.port}`}`
}
