import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import {
  listDeliveries,
  MOST_REDELIVERED,
  redeliverOne,
  redeliverSince,
  sendTest,
} from '#shared/events/webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  MOST_WEBHOOKS,
  rotateWebhook,
} from '#shared/events/webhooks/manage-webhooks.ts'
import { viewWebhook } from '#shared/events/webhooks/view-webhooks.ts'
import { NewWebhook, refuseTarget, WebhookPatch } from '#shared/events/webhooks/webhook-fields.ts'
import { webhookSigner } from '#shared/events/webhooks/webhook-signer.ts'
import { FORMER_SECRET_HOURS } from '#shared/lib/crypto/rotated-secrets.ts'
import { Webhook } from '#shared/events/webhooks/webhook.entity.ts'
import { page } from '#shared/market/paging.ts'
import { accountHashes } from '#shared/market/users/account-hashes.ts'
import { consumeRateLimits } from '#shared/market/users/consume-rate-limit.ts'

import type { IngressDeps } from '../../deps.ts'
import { type Route, type RouteRequest, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import { pageOf, pageQuery, pageReply } from '../market/paged.ts'
import { type StreamReader, streamReaderOf } from './stream-reader.ts'
import {
  DeliveryAnswer,
  NewWebhookAnswer,
  PublicKeyAnswer,
  RotatedWebhookAnswer,
  WebhookAnswer,
} from './webhook-answers.ts'

const AT = '/api/webhooks'
const ONE = `${AT}/:webhook_id`

/** Webhooks of accounts, service keys and passes: make, change, delete, rotate, test, and what was delivered. */
export function webhookRoutes(deps: IngressDeps): readonly Route[] {
  const { db, config } = deps
  const signer = webhookSigner(config.SERVER_SECRET)
  const allow = config.EGRESS_ALLOW ?? []
  const hashes = accountHashes(config.SERVER_SECRET)
  const about = { tag: 'Events', credential: 'stream', scope: 'account', limit: 'account' } as const
  const trial = ['trial_not_accepted'] as const
  const once = ['idempotency_key_reused', 'conflict', 'rate_limited', ...trial] as const
  const own = { ...about, refusals: ['not_found', ...trial] } as const

  const ownerOf = async (request: Pick<RouteRequest, 'header'>): Promise<StreamReader> => {
    const owner = await streamReaderOf(deps, request, 'account')
    if (owner.kind === 'trial')
      throw new Refusal('trial_not_accepted', 'A trial key has no webhooks; it can read GET /api/events.', {
        fix: { action: 'Fund a prepaid key, or poll.', method: 'GET', path: '/api/events' },
      })
    return owner
  }
  const ownWebhook = async (request: Pick<RouteRequest, 'header' | 'params'>) => {
    const { stream } = await ownerOf(request)
    const em = await db.em()
    return { em, webhook: await findWebhook(em, stream, request.params['webhook_id'] ?? '') }
  }

  return [
    route({
      method: 'GET',
      path: '/.well-known/webhook-key.json',
      summary: 'The Ed25519 key that signs every delivery and callback (v1a of Standard Webhooks)',
      tag: 'Events',
      credential: 'none',
      limit: 'discovery',
      reply: PublicKeyAnswer,
      handle: () => ({
        headers: { 'Cache-Control': 'public, max-age=300' },
        body: {
          public_key: signer.publicKey,
          jwk: {
            kty: 'OKP',
            crv: 'Ed25519',
            x: Buffer.from(signer.publicKey.slice('whpk_'.length), 'base64').toString('base64url'),
          },
        },
      }),
    }),
    route({
      ...about,
      method: 'GET',
      path: AT,
      summary: 'Your webhooks',
      refusals: trial,
      reply: z.object({ items: z.array(WebhookAnswer) }),
      async handle(request) {
        const { stream } = await ownerOf(request)
        const found = await (await db.em()).find(Webhook, { stream }, { orderBy: { createdAt: 'asc', id: 'asc' } })
        return { headers: { 'Cache-Control': 'no-store' }, body: { items: found.map(viewWebhook) } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: AT,
      summary: `Have events sent to an address of yours; at most ${MOST_WEBHOOKS}`,
      stores: true,
      status: 201,
      body: NewWebhook,
      reply: NewWebhookAnswer,
      refusals: once,
      async handle(request) {
        const { stream } = await ownerOf(request)
        refuseTarget(request.body.url, allow)
        // Also of those that are deleted again: each one would have its test, and its first events, sent somewhere.
        const turn = { rule: config.limits.webhooks, who: hashes.who(`webhooks:${stream}`) }
        await consumeRateLimits(db.pg, [turn], 'Too many webhooks were made; change one that exists instead.')
        return answerIdempotently(
          deps,
          rememberedRequest(request, stream),
          async (em) => {
            const webhook = await createWebhook(em, stream, request.body)
            return { status: 201, body: viewWebhook(webhook), secretRef: webhook.id }
          },
          ({ body, secretRef }) => ({
            ...body,
            secret: signer.secretOf(secretRef ?? '', 0),
            public_key: signer.publicKey,
          }),
        )
      },
    }),
    route({
      ...own,
      method: 'GET',
      path: ONE,
      summary: 'One webhook',
      reply: WebhookAnswer,
      handle: async (request) => ({ body: viewWebhook((await ownWebhook(request)).webhook) }),
    }),
    route({
      ...own,
      method: 'PATCH',
      path: ONE,
      summary: 'Change a webhook, or switch it off and on',
      body: WebhookPatch,
      reply: WebhookAnswer,
      async handle(request) {
        const { em, webhook } = await ownWebhook(request)
        if (request.body.url !== undefined) refuseTarget(request.body.url, allow)
        return { body: viewWebhook(await changeWebhook(em, webhook, request.body)) }
      },
    }),
    route({
      ...own,
      method: 'DELETE',
      path: ONE,
      summary: 'Delete a webhook; nothing more is sent to it',
      reply: z.object({ ok: z.literal(true), webhook_id: z.string() }),
      async handle(request) {
        const { em, webhook } = await ownWebhook(request)
        await deleteWebhook(em, webhook)
        return { body: { ok: true, webhook_id: viewWebhook(webhook).webhook_id } }
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/rotate`,
      summary: `Replace the secret; both sign for ${FORMER_SECRET_HOURS} hours`,
      reply: RotatedWebhookAnswer,
      refusals: [...own.refusals, ...once],
      async handle(request) {
        const { webhook } = await ownWebhook(request)
        const { webhook_id } = viewWebhook(webhook)
        return answerIdempotently(
          deps,
          rememberedRequest(request, webhook.stream),
          async (em) => ({
            status: 200,
            body: { webhook_id, secret: null, former_secret_signs_for_hours: FORMER_SECRET_HOURS },
            secretRef: String(await rotateWebhook(em, webhook)),
          }),
          ({ body, secretRef }) => ({ ...body, secret: signer.secretOf(webhook.id, Number(secretRef)) }),
        )
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/test`,
      summary: 'Send webhook.test to this webhook',
      reply: z.object({ ok: z.literal(true), delivery_id: z.string() }),
      async handle(request) {
        const { webhook } = await ownWebhook(request)
        return { body: { ok: true, delivery_id: await sendTest(db.pg, webhook) } }
      },
    }),
    route({
      ...own,
      method: 'GET',
      path: `${ONE}/deliveries`,
      summary: 'What was sent to a webhook and what it answered, for 30 days, newest first',
      query: z.object({
        ...pageQuery(100, 20),
        state: z.enum(['pending', 'delivered', 'failed']).optional(),
      }),
      reply: pageOf(DeliveryAnswer),
      async handle(request) {
        const { em, webhook } = await ownWebhook(request)
        const { limit, offset, state } = request.query
        const { items, total } = await listDeliveries(em, db.pg, webhook, { state: state ?? null, limit, offset })
        return pageReply(request, { limit, offset, state }, page(items, total, { limit, offset }))
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/deliveries/:delivery_id/redeliver`,
      summary: 'Send one delivery again, under its webhook-id',
      reply: z.object({ ok: z.literal(true) }),
      async handle(request) {
        const { webhook } = await ownWebhook(request)
        await redeliverOne(db.pg, webhook, request.params['delivery_id'] ?? '')
        return { body: { ok: true } }
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/redeliver`,
      summary: `Send again what this webhook missed since a time, at most ${MOST_REDELIVERED} events at once`,
      body: z.object({ since: z.iso.datetime({ offset: true }).max(40).describe('ISO 8601, at most 30 days ago') }),
      reply: z.object({ ok: z.literal(true), redelivered: z.int() }),
      async handle(request) {
        const { webhook } = await ownWebhook(request)
        return { body: { ok: true, redelivered: await redeliverSince(db.pg, webhook, request.body.since) } }
      },
    }),
  ]
}
