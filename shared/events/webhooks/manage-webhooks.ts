import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { uuidOf } from '../../market/public-id.ts'
import { watchStream } from '../watch-stream.ts'
import type { NewWebhook, WebhookPatch } from './webhook-fields.ts'
import { Webhook } from './webhook.entity.ts'

/** Most webhooks of one stream. */
export const MOST_WEBHOOKS = 10

/** Makes a webhook inside the caller's transaction and returns it. Throws 409 when the stream has as many as it may. */
export async function createWebhook(em: EntityManager, stream: string, sent: NewWebhook): Promise<Webhook> {
  // SQL: of two that come at once, the second one counts the first.
  await connectionOf(em).query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`webhooks ${stream}`])
  if ((await em.count(Webhook, { stream })) >= MOST_WEBHOOKS)
    throw new Refusal('conflict', `There are at most ${MOST_WEBHOOKS} webhooks.`, {
      fix: { action: 'Delete one, or change it.', method: 'GET', path: '/api/webhooks' },
    })
  const id = uuidv7()
  const { url, types = null, description = null } = sent
  await em.insert(Webhook, { id, stream, url, types, description })
  await watchStream(connectionOf(em), stream)
  return em.findOneOrFail(Webhook, { id })
}

/** The webhook of a stream with a public id. Throws 404 for one of another stream, too. */
export async function findWebhook(em: EntityManager, stream: string, webhookId: string): Promise<Webhook> {
  const id = uuidOf('whk', webhookId)
  const webhook = id === null ? null : await em.findOne(Webhook, { id, stream })
  if (webhook === null)
    throw new Refusal('not_found', 'There is no such webhook.', {
      fix: { action: 'List yours.', method: 'GET', path: '/api/webhooks' },
    })
  return webhook
}

/** Changes a webhook. One that is enabled again counts as healthy. */
export async function changeWebhook(
  em: EntityManager,
  webhook: Webhook,
  { enabled, url, types, description }: WebhookPatch,
): Promise<Webhook> {
  const patch = {
    ...(url === undefined ? {} : { url }),
    ...(types === undefined ? {} : { types }),
    ...(description === undefined ? {} : { description }),
  }
  const switched =
    enabled === undefined
      ? {}
      : enabled
        ? ({ state: 'enabled', disabledReason: null, failingSince: null } as const)
        : ({ state: 'disabled', disabledReason: 'owner' } as const)
  await em.nativeUpdate(Webhook, { id: webhook.id }, { ...patch, ...switched, updatedAt: now })
  await em.refresh(webhook)
  return webhook
}

/** Deletes a webhook. What is on its way to it is not sent. */
export async function deleteWebhook(em: EntityManager, { id }: Webhook): Promise<void> {
  await em.nativeDelete(Webhook, { id })
}

/** Replaces the secret of a webhook inside the caller's transaction and returns its number; for a day both sign. */
export async function rotateWebhook(em: EntityManager, webhook: Webhook): Promise<number> {
  const secretGeneration = webhook.secretGeneration + 1
  await em.nativeUpdate(Webhook, { id: webhook.id }, { secretGeneration, secretRotatedAt: now, updatedAt: now })
  return secretGeneration
}
