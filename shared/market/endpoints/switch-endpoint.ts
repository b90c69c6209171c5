import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { lockOwnEndpoint } from './find-endpoint.ts'

/** Takes an endpoint off sale inside the caller's transaction. Calls that were accepted go on. Paused twice is paused. */
export async function pauseEndpoint(em: EntityManager, actor: Actor, slug: string): Promise<void> {
  const { endpoint } = await lockOwnEndpoint(em, actor, slug)
  em.assign(endpoint, { state: 'paused', pauseReason: 'seller', updatedAt: now })
}

/**
 * Has an endpoint tested at once, inside the caller's transaction; it is on sale when the test call was answered. Throws
 * 409 for one that an operator paused. An endpoint that is live stays so.
 */
export async function resumeEndpoint(em: EntityManager, actor: Actor, slug: string): Promise<void> {
  const { endpoint } = await lockOwnEndpoint(em, actor, slug)
  if (endpoint.pauseReason === 'operator')
    throw new Refusal('conflict', 'The operator of this service paused this endpoint.', {
      fix: { action: 'Ask the operator why.' },
    })
  if (endpoint.state === 'live') return
  em.assign(endpoint, {
    state: 'verifying',
    pauseReason: null,
    probeFailures: 0,
    probeProblem: null,
    nextProbeAt: now,
    updatedAt: now,
  })
}

/** Deletes an endpoint inside the caller's transaction. What was earned is still paid; its slug stays taken. */
export async function deleteEndpoint(em: EntityManager, actor: Actor, slug: string): Promise<void> {
  const { endpoint } = await lockOwnEndpoint(em, actor, slug)
  em.assign(endpoint, { state: 'deleted', pauseReason: null, updatedAt: now })
}

/**
 * Replaces the signing secret of an endpoint inside the caller's transaction, and returns the number of its rotations.
 * For a day requests are signed with the former secret, too.
 */
export async function rotateSecret(
  em: EntityManager,
  actor: Actor,
  slug: string,
): Promise<{ endpointId: string; generation: number }> {
  const { endpoint } = await lockOwnEndpoint(em, actor, slug)
  const generation = endpoint.secretGeneration + 1
  em.assign(endpoint, { secretGeneration: generation, secretRotatedAt: now, updatedAt: now })
  return { endpointId: endpoint.id, generation }
}
