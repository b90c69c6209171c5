import { z } from 'zod'

import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { listOf, text } from './hosts/host-shapes.ts'
import type { RepoRef } from './repo-url.ts'

const TTL_S = 86_400
const SITES = { github: 'github.com', gitlab: 'gitlab.com', codeberg: 'codeberg.org' } as const

const Answer = z.object({
  date: text,
  score: z.number().min(-1).max(10),
  checks: listOf(z.object({ name: z.string(), score: z.number(), reason: text })),
})
export type Scorecard = {
  score: number
  date: string | null
  checks: { name: string; score: number; reason: string }[]
}

/**
 * Asks for the published OpenSSF Scorecard of a repository; null if none was published. A check of -1 has no result.
 */
export const scorecardQuestion = ({ host, owner, name }: RepoRef): UpstreamQuestion<Scorecard | null> => ({
  upstream: 'scorecard',
  path: '/projects/{site}/{owner}/{name}',
  fill: { site: SITES[host], owner, name },
  answers: [404],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status === 404) return null
    const { date, score, checks } = Answer.parse(reply.json())
    if (score < 0) return null
    return {
      score,
      date,
      checks: checks.map((check) => ({
        name: check.name,
        score: check.score,
        reason: (check.reason ?? '').slice(0, 300),
      })),
    }
  },
})
