import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { UpstreamAnswer } from '#shared/doors/upstreams.ts'

import { ADULT_HOST, NOT_ADULT } from './adult-hosts.rules.ts'
import { domainOf } from '#shared/engines/search/canonical-url.ts'
import { type FusedHit, fuseHits } from './fuse-hits.ts'
import { ENGINES } from './search-engines.ts'
import type { SearchReading, SearchWish } from './search-hit.ts'

const FIRST_MS = 6_000
const SECOND_MS = 5_000
/** How much longer the others have once one has answered. */
const GRACE_MS = 2_000

type Doors = Pick<OutcomeContext, 'upstreams' | 'signal'>
type Answer = UpstreamAnswer<SearchReading>
/** `problem` is why there is no answer. */
type Asked = { id: string; answer: Answer | null; problem: string }

export type WebSearch = {
  hits: FusedHit[]
  duplicates: number
  /** Hits left out because adult results are not wanted. */
  adult: number
  answers: readonly Answer[]
  /** Those that were asked, in order; what an installation does not have is not named. */
  engines: { name: string; returned: number; status: 'ok' | 'timeout' | 'error' }[]
  /** Engines that did not answer, and why. */
  tried: { source: string; problem: string }[]
}

/**
 * Asks the configured engines side by side and merges what they say. One that answers is enough; when none does, throws
 * Refusal `upstream_unavailable` that names every engine that was tried.
 */
export async function searchWeb(wish: SearchWish, doors: Doors): Promise<WebSearch> {
  let asked = await askTogether(ENGINES.first, wish, doors, FIRST_MS)
  if (asked.every(({ answer }) => answer === null) && wish.freshness === 'any') {
    asked = [...asked, ...(await askTogether(ENGINES.second, wish, doors, SECOND_MS))]
  }
  const answers = asked.flatMap(({ answer }) => answer ?? [])
  const tried = asked.filter(({ answer }) => answer === null).map(({ id, problem }) => ({ source: id, problem }))
  if (answers.length === 0) throw noEngine(tried)

  const { hits, duplicates } = fuseHits(answers.map(({ source, value }) => ({ engine: source, hits: value.hits })))
  const kept = wish.safe ? hits.filter(({ url }) => !isAdult(url)) : hits
  return {
    hits: kept,
    duplicates,
    adult: hits.length - kept.length,
    answers,
    engines: asked
      .filter(({ problem }) => problem !== 'not_configured')
      .map(({ id, answer, problem }) => ({
        name: answer?.source ?? id,
        returned: answer?.value.hits.length ?? 0,
        status: answer !== null ? 'ok' : problem === 'timeout' ? 'timeout' : 'error',
      })),
    tried,
  }
}

async function askTogether(
  engines: (typeof ENGINES)['first'],
  wish: SearchWish,
  { upstreams, signal }: Doors,
  withinMs: number,
): Promise<Asked[]> {
  const late = new AbortController()
  const bounded = AbortSignal.any([signal, late.signal])
  let timer: NodeJS.Timeout | undefined
  const askOne = async (engine: (typeof engines)[number]): Promise<Asked> => {
    const question = engine(wish)
    const id = question.upstream
    try {
      const answer = await upstreams.ask(question, { signal: bounded, withinMs })
      timer ??= setTimeout(() => late.abort(), GRACE_MS)
      return { id, answer, problem: '' }
    } catch (error) {
      signal.throwIfAborted()
      const problem = late.signal.aborted ? 'timeout' : problemOf(error)
      if (problem === null) throw error
      return { id, answer: null, problem }
    }
  }
  try {
    return await Promise.all(engines.map(askOne))
  } finally {
    clearTimeout(timer)
  }
}

/** What was wrong with the one source that was asked; null for what is no failure of a source. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof Refusal) || error.code !== 'upstream_unavailable') return null
  const tried: unknown = error.detail.extra?.['tried']
  const first: unknown = Array.isArray(tried) ? tried[0] : null
  const isNamed = typeof first === 'object' && first !== null && 'problem' in first
  return isNamed ? String(first.problem) : 'unreachable'
}

function noEngine(tried: readonly { source: string; problem: string }[]): Refusal {
  const reasons = tried.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
  return new Refusal('upstream_unavailable', `No search engine answered (${reasons}); nothing was charged.`, {
    retryAfterS: 30,
    fix: { action: 'Send the call again in 30 s or later.' },
    extra: { tried: [...tried] },
  })
}

function isAdult(url: string): boolean {
  const host = domainOf(url)
  return ADULT_HOST.test(host) && !NOT_ADULT.test(host)
}
