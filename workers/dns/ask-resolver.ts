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

/** Milliseconds for one resolver, over all its endpoints. */
const TOTAL_MS = 3_000
/** Resend a lost datagram after this fraction of the time. */
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
  /** Milliseconds. Default 3,000. */
  totalMs?: number | undefined
}

/**
 * Queries one resolver through its endpoints in order, recently failed ones last, within `totalMs`. Throws NoAnswer, or
 * the signal's reason when the caller gave up.
 */
export async function askResolver(
  { endpoints }: DnsResolver,
  question: DnsQuestion,
  { https, resting, signal, totalMs = TOTAL_MS }: ResolverDeps,
): Promise<Heard> {
  const over = AbortSignal.timeout(totalMs)
  let problem: DnsProblem = 'timeout'
  let cause: unknown
  const isResting = (endpoint: DnsEndpoint) => resting.isResting(describeEndpoint(endpoint))
  const inOrder = [...endpoints.filter((one) => !isResting(one)), ...endpoints.filter(isResting)]
  for (const [index, endpoint] of inOrder.entries()) {
    // The last endpoint gets all the time that is left.
    const isLast = index === endpoints.length - 1
    const part = isLast ? over : AbortSignal.any([over, AbortSignal.timeout(totalMs / endpoints.length)])
    try {
      const bounded = AbortSignal.any([signal, part])
      const message = await askEndpoint(endpoint, question, {
        https,
        signal: bounded,
        resendMs: totalMs * RESEND_AFTER,
      })
      return { message, endpoint: describeEndpoint(endpoint) }
    } catch (error) {
      signal.throwIfAborted()
      resting.rest(describeEndpoint(endpoint))
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
  // Random id and port per query, against spoofing. Over HTTPS the id is 0, so that answers are cacheable (RFC 8484,
  // 4.1).
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

const describeEndpoint = (endpoint: DnsEndpoint) => {
  if (endpoint.kind === 'https') return endpoint.url
  const host = endpoint.address.includes(':') ? `[${endpoint.address}]` : endpoint.address
  return `dns://${host}${endpoint.port === 53 ? '' : `:${endpoint.port}`}`
}
