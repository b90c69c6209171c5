import type { EntityManager } from '@mikro-orm/sql'

import { readJob } from '#shared/market/jobs/board/read-job.ts'
import type { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import { findJob } from '#shared/market/jobs/find-job.ts'
import type { Actor } from '#shared/market/users/actor.ts'

import type { Reply, RouteRequest } from '../../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../../idempotent-reply.ts'
import { actorScope } from '../idempotent-anonymous-reply.ts'
import type { MarketDeps } from '../market-deps.ts'

type Asked = Pick<RouteRequest<unknown, unknown, Actor>, 'actor' | 'path' | 'header' | 'body' | 'params'>

/** How the routes of the board answer: a verb once per Idempotency-Key, then the job as its caller sees it now. */
export function jobReplies(deps: Pick<MarketDeps, 'config' | 'db' | 'mint'>) {
  const { config, db, mint } = deps
  const detail = async (actor: Actor | null, id: string): Promise<JobDetail> => {
    const em = await db.em()
    return readJob(em, await findJob(em, id), { actor, pg: db.pg, baseUrl: config.publicBaseUrl, mint })
  }
  /** Runs a verb that changes the job of the path, or makes one and returns its id. */
  const changed = async (
    request: Asked,
    verb: (em: EntityManager, jobId: string) => Promise<string | void>,
    status = 200,
  ): Promise<Reply> => {
    const jobId = request.params['job_id'] ?? ''
    const remembered = rememberedRequest(request, actorScope(request.actor))
    const reply = await answerIdempotently(deps, remembered, async (em) => ({
      status,
      body: { id: (await verb(em, jobId)) ?? jobId },
      secretRef: null,
    }))
    // Safe: the body made above.
    const { id } = reply.body as { id: string }
    return { ...reply, body: await detail(request.actor, id) }
  }
  return { detail, changed }
}
