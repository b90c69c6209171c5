import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { UpstreamAnswer, UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { archiveDigits, archiveMoment } from './archive-time.ts'
import { CDX_FIELDS, type Capture, type CaptureList, readAvailable, readCdx } from './read-captures.ts'

/** Captures that are counted; only the most archived pages there are have more. */
const COUNT_CAP = 10_000

const TTL_S = 3_600
const NEGATIVE_S = 600
const LIST_MS = 9_000
const EDGE_MS = 4_000

export type Snapshots = {
  answer: UpstreamAnswer<CaptureList>
  nearest: Capture | null
  first: Capture | null
  last: Capture | null
  /** Null where only the nearest is known. */
  count: number | null
  isCapped: boolean
}

type Doors = Pick<OutcomeContext, 'upstreams' | 'signal'>

/**
 * The capture of a URL nearest to a moment (the newest without one), and how many there are. The CDX server lists them;
 * where it does not answer, the availability API knows the nearest one alone.
 */
export async function findSnapshot(url: string, at: number | null, doors: Doors): Promise<Snapshots> {
  const { upstreams, signal } = doors
  const answer = await upstreams.ask([listQuestion(url), availableQuestion(url, at)], { signal, withinMs: LIST_MS })
  const { captures, rows, isWhole } = answer.value
  const isCapped = rows >= COUNT_CAP
  // A list that was cut lacks the newest ones.
  const newer = isCapped ? await newest(url, at, doors) : []
  const all = [...captures, ...newer].toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
  return {
    answer,
    nearest: nearestTo(all, at),
    first: isWhole ? (all[0] ?? null) : null,
    last: isWhole && (!isCapped || newer.length > 0) ? (all.at(-1) ?? null) : null,
    count: isWhole ? Math.min(captures.length, COUNT_CAP) : null,
    isCapped,
  }
}

/** The newest capture and the nearest one, of a page whose list was cut; none where they cannot be had. */
async function newest(url: string, at: number | null, { upstreams, signal }: Doors): Promise<Capture[]> {
  const questions = [cdx(url, { limit: -1 }), ...(at === null ? [] : [cdx(url, closestTo(at))])]
  const found = await Promise.all(
    questions.map(async (question) => {
      try {
        return (await upstreams.ask(question, { signal, withinMs: EDGE_MS })).value.captures
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return []
      }
    }),
  )
  return found.flat()
}

function nearestTo(captures: readonly Capture[], at: number | null): Capture | null {
  if (at === null) return captures.at(-1) ?? null
  const away = ({ timestamp }: Capture) => Math.abs((archiveMoment(timestamp) ?? 0) - at)
  return captures.reduce<Capture | null>((best, one) => (best === null || away(one) < away(best) ? one : best), null)
}

export const listQuestion = (url: string) => cdx(url, { limit: COUNT_CAP })

export const availableQuestion = (url: string, at: number | null): UpstreamQuestion<CaptureList> => ({
  upstream: 'wayback-available',
  path: '/wayback/available',
  // With a scheme it is known to answer that there is none.
  query: { url: url.replace(/^https?:\/\//, ''), timestamp: at === null ? undefined : archiveDigits(at) },
  ttlS: TTL_S,
  read: readAvailable,
})

const cdx = (url: string, more: Record<string, string | number>): UpstreamQuestion<CaptureList> => ({
  upstream: 'wayback',
  path: '/cdx/search/cdx',
  query: { url, output: 'json', fl: CDX_FIELDS, filter: 'statuscode:200', ...more },
  answers: [403],
  ttlS: TTL_S,
  negativeTtlS: NEGATIVE_S,
  read: readCdx,
})

const closestTo = (at: number) => ({ sort: 'closest', closest: archiveDigits(at), limit: 1 })
