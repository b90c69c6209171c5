import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

/** What is read of a hit of web-search and of an answer of page-markdown. */
export const Candidate = z.object({
  url: z.string(),
  title: z.string(),
  domain: z.string(),
  published_at: z.string().nullable(),
})
export type Candidate = z.output<typeof Candidate>

const Page = z.object({
  url: z.string(),
  status: z.int(),
  title: z.string(),
  published_at: z.string().nullable(),
  markdown: z.string(),
  token_estimate: z.number(),
  injection_flags: z.array(z.object({ rule: z.string(), severity: z.string(), excerpt: z.string() })),
})
export type ReadPage = z.output<typeof Page>

export type PageStatus = 'ok' | 'blocked' | 'timeout' | 'not_html' | 'unreachable' | 'http_error' | 'no_text'
/** `page` stands where the status is `ok`. `reason` says more than the status does. */
export type Reading = { candidate: Candidate; status: PageStatus; reason: string; page: ReadPage | null }

/** Pages that are read at a time. */
const TOGETHER = 3
/** Of one page: more would never be quoted. */
const MOST_CHARS = 60_000

/** One result a domain, in the order of the search. */
export function oneADomain(results: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return results.filter(({ domain }) => !seen.has(domain) && seen.add(domain).size > 0)
}

/**
 * Reads candidates side by side, in their order, until `wanted` of them could be read or `over` says that the time is up.
 * A page that fails makes room for the next candidate. Answers with every page that was begun, in order.
 */
export async function readCandidates(
  candidates: readonly Candidate[],
  wanted: number,
  { call, signal }: Pick<OutcomeContext, 'call' | 'signal'>,
  over: AbortSignal,
): Promise<Reading[]> {
  const readings: Reading[] = []
  const bounded = AbortSignal.any([signal, over])
  let next = 0
  let promised = 0
  const readOn = async () => {
    // What is under way counts as if it were going to be read.
    while (promised < wanted && next < candidates.length && !bounded.aborted) {
      const at = next++
      const candidate = candidates[at]
      if (candidate === undefined) return
      promised += 1
      const reading = await readOne(candidate, at, call, bounded)
      readings[at] = reading
      if (reading.status !== 'ok') promised -= 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(TOGETHER, candidates.length) }, readOn))
  signal.throwIfAborted()
  return readings.filter((reading) => reading !== undefined)
}

async function readOne(
  candidate: Candidate,
  at: number,
  call: OutcomeContext['call'],
  bounded: AbortSignal,
): Promise<Reading> {
  const failed = (status: PageStatus, reason: string = status): Reading => ({ candidate, status, reason, page: null })
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const leave = () => resolve(null)
  bounded.addEventListener('abort', leave, { once: true })
  try {
    const input = { url: candidate.url, include_links: false, max_chars: MOST_CHARS }
    const running = call('page-markdown', input, `page ${at + 1}`)
    // Whoever is left behind may still fail.
    running.catch(() => undefined)
    const answer = await Promise.race([running, late])
    if (answer === null) return failed('timeout')
    const page = Page.parse(answer)
    if (page.status >= 400) return failed('http_error', `http_${page.status}`)
    if (page.markdown.trim() === '') return failed('no_text')
    return { candidate, status: 'ok', reason: 'ok', page }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return failed(statusOf(error))
  } finally {
    bounded.removeEventListener('abort', leave)
  }
}

function statusOf({ code }: Refusal): PageStatus {
  if (code === 'url_not_allowed') return 'blocked'
  if (code === 'timeout') return 'timeout'
  return code === 'unprocessable' ? 'not_html' : 'unreachable'
}
