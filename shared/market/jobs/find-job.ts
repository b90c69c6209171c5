import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { Engagement } from './engagement.entity.ts'
import { Job } from './job.entity.ts'

/** A job and its engagement, null until somebody is hired. */
export type SeenJob = { job: Job; engagement: Engagement | null }
/** The same, with the job's row locked until the transaction ends; whoever changes either locks the job first. */
export type LockedJob = SeenJob
export type JobRole = 'poster' | 'worker'
/** The job of two people, as one of them sees it. */
export type HiredJob = { job: Job; engagement: Engagement; role: JobRole }

/** Finds the job of a path id. Throws 404. */
export async function findJob(em: EntityManager, id: string): Promise<SeenJob> {
  const uuid = uuidOf('job', id)
  const job = uuid === null ? null : await em.findOne(Job, uuid)
  if (job === null) throw notFound('job')
  return { job, engagement: await em.findOne(Engagement, job.id) }
}

/** Finds and locks the job of a path id, or of a UUID. Throws 404. */
export async function lockJob(em: EntityManager, id: string): Promise<LockedJob> {
  const uuid = uuidOf('job', id)
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const job = uuid === null ? null : await em.findOne(Job, uuid, lock)
  if (job === null) throw notFound('job')
  return { job, engagement: await em.findOne(Engagement, job.id, { refresh: true }) }
}

/** What an account is to a job; null for everybody else. */
export function jobRole({ job, engagement }: SeenJob, actor: Pick<Actor, 'userId'> | null): JobRole | null {
  if (actor === null) return null
  if (job.posterId === actor.userId) return 'poster'
  return engagement?.workerId === actor.userId ? 'worker' : null
}

/** Requires the actor to be the poster. Throws 403. */
export function asPoster<Seen extends SeenJob>(seen: Seen, actor: Pick<Actor, 'userId'>): Seen {
  if (jobRole(seen, actor) !== 'poster') throw notYours('Only its poster does this.')
  return seen
}

/** Requires the actor to be the poster or the hired worker. Throws 403 for others, and 409 before anybody is hired. */
export function asParty({ job, engagement }: SeenJob, actor: Actor): HiredJob {
  const role = jobRole({ job, engagement }, actor)
  if (role === null) throw notYours('Only its poster and the worker it hired do this.')
  if (engagement === null)
    throw new Refusal('conflict', `This job is ${job.status}; nobody was hired.`, {
      fix: { action: 'Hire one of its proposals first.' },
      extra: { status: job.status },
    })
  return { job, engagement, role }
}

/** Requires the actor to be the hired worker. Throws 403. */
export function asWorker(seen: SeenJob, actor: Actor): HiredJob {
  if (jobRole(seen, actor) !== 'worker') throw notYours('Only the worker it hired does this.')
  return asParty(seen, actor)
}

const notYours = (who: string) =>
  new Refusal('forbidden', `This is not your job. ${who}`, {
    fix: { action: 'Ask with a credential of the account that posted it or was hired.' },
  })
