import type { EntityManager } from '@mikro-orm/sql'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { changeEndpoint, changesSchemas, patchedSchemas } from '#shared/market/endpoints/change-endpoint.ts'
import { createEndpoint } from '#shared/market/endpoints/create-endpoint.ts'
import { EndpointPatch, NewEndpoint } from '#shared/market/endpoints/endpoint-fields.ts'
import { findEndpoint, refuseOthers } from '#shared/market/endpoints/find-endpoint.ts'
import type { DeclaredSchemas, KeptSchemas } from '#shared/market/endpoints/read-schemas.ts'
import { readEndpointStats } from '#shared/market/endpoints/read-stats.ts'
import { FORMER_SECRET_HOURS } from '#shared/lib/crypto/rotated-secrets.ts'
import { endpointSecrets } from '#shared/market/endpoints/signing-secret.ts'
import {
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '#shared/market/endpoints/switch-endpoint.ts'
import { targetRules } from '#shared/market/endpoints/target-rules.ts'
import { readEndpoint, viewOwn, viewWholeEndpoint } from '#shared/market/endpoints/view-endpoints.ts'
import { refuseSecrets } from '#shared/market/listings/content/refuse-secrets.ts'
import { runTextJob } from '#shared/market/texts/text-threads.ts'
import type { Actor } from '#shared/market/users/actor.ts'

import { type Route, type RouteRequest, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import { actorScope } from '../market/idempotent-anonymous-reply.ts'
import type { MarketDeps } from '../market/market-deps.ts'
import { DeletedEndpoint, EndpointAnswer, EndpointStats, NewEndpointAnswer, RotatedAnswer } from './endpoint-answers.ts'

const AT = '/api/v1/seller-endpoints'
const ONE = `${AT}/:slug`

/** Publish, change and switch endpoints, for their sellers. */
export function ownEndpointRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db } = deps
  const baseUrl = config.publicBaseUrl
  const secrets = endpointSecrets(config.SERVER_SECRET)
  const rules = { serverSecret: config.SERVER_SECRET, urls: targetRules(config) }
  const about = { tag: 'Seller endpoints', credential: 'key', scope: 'sell', limit: 'market-write' } as const
  const own = { ...about, refusals: ['not_found', 'gone', 'forbidden'] } as const

  const shown = async (slug: string) => {
    const row = await readEndpoint(db.pg, slug)
    return row === null ? {} : { ...viewWholeEndpoint(row, baseUrl), ...viewOwn(row) }
  }
  const switched = async ({ actor, params }: RouteRequest<unknown, unknown, Actor>, verb: Switch) => {
    const slug = params['slug'] ?? ''
    await inUnitOfWork(db, (em) => verb(em, actor, slug))
    return { body: await shown(slug) }
  }

  return [
    route({
      ...about,
      method: 'POST',
      path: AT,
      summary: 'Publish an API of yours: it is on sale once a test call was answered',
      stores: true,
      status: 201,
      body: NewEndpoint,
      secrets: ['auth_header'],
      reply: NewEndpointAnswer,
      refusals: [
        'forbidden',
        'conflict',
        'already_exists',
        'secret_detected',
        'unprocessable',
        'idempotency_key_reused',
      ],
      handle: async (request) => {
        const { actor, body } = request
        const schemas = await keptSchemas(actor, {
          inputSchema: body.input_schema,
          inputExample: body.input_example,
          outputSchema: body.output_schema,
          outputExample: body.output_example,
        })
        await refuseSecrets(actor.userId, [body.title, body.description, ...Object.values(schemas)])
        return answerIdempotently(
          deps,
          rememberedRequest(request, actorScope(actor)),
          async (em) => {
            const id = await createEndpoint(em, actor, { sent: body, schemas }, rules)
            return { status: 201, body: { slug: body.slug }, secretRef: id }
          },
          ({ secretRef }) => ({ slug: body.slug, signing_secret: secrets.show(secretRef ?? '', 0) }),
        ).then(async (reply) => ({
          ...reply,
          body: {
            ...(await shown(body.slug)),
            ...Object(reply.body),
            next: `Verify requests with signing_secret. A test call with input_example comes at once, then again after growing pauses; POST ${AT}/${body.slug}/resume asks for one.`,
          },
        }))
      },
    }),
    route({
      ...own,
      method: 'PATCH',
      path: ONE,
      summary: 'Change an endpoint; anything but texts and price is tested before it is on sale again',
      stores: true,
      body: EndpointPatch,
      secrets: ['auth_header'],
      reply: EndpointAnswer,
      refusals: [...own.refusals, 'version_conflict', 'secret_detected', 'unprocessable'],
      handle: async ({ actor, body, params }) => {
        const slug = params['slug'] ?? ''
        const read = changesSchemas(body) ? await readBefore(await db.em(), actor, slug, body) : null
        await refuseSecrets(actor.userId, [body.title, body.description, ...Object.values(read?.schemas ?? {})])
        await inUnitOfWork(db, (em) => changeEndpoint(em, actor, { slug, patch: body, read }, rules))
        return { body: await shown(slug) }
      },
    }),
    route({
      ...own,
      method: 'DELETE',
      path: ONE,
      summary: 'Delete an endpoint: no new calls, what was earned is still paid, the slug stays taken',
      reply: DeletedEndpoint,
      handle: async ({ actor, params }) => {
        const slug = params['slug'] ?? ''
        await inUnitOfWork(db, (em) => deleteEndpoint(em, actor, slug))
        return { body: { slug, deleted: true } }
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/pause`,
      summary: 'Take an endpoint off sale; calls that were accepted go on',
      reply: EndpointAnswer,
      handle: (request) => switched(request, pauseEndpoint),
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/resume`,
      summary: 'Have an endpoint tested at once, and sold again when it answers',
      reply: EndpointAnswer,
      refusals: [...own.refusals, 'conflict'],
      handle: (request) => switched(request, resumeEndpoint),
    }),
    route({
      ...own,
      method: 'POST',
      path: `${ONE}/secret/rotate`,
      summary: 'Replace the signing secret; for a day requests are signed with both',
      reply: RotatedAnswer,
      refusals: [...own.refusals, 'idempotency_key_reused'],
      handle: (request) =>
        answerIdempotently(
          deps,
          rememberedRequest(request, actorScope(request.actor)),
          async (em) => {
            const slug = request.params['slug'] ?? ''
            const { endpointId, generation } = await rotateSecret(em, request.actor, slug)
            const until = new Date(deps.now().getTime() + FORMER_SECRET_HOURS * 3_600_000)
            const body = { slug, signing_secret: null, former_valid_until: until.toISOString() }
            return { status: 200, body, secretRef: `${endpointId} ${generation}` }
          },
          ({ body, secretRef }) => {
            const [endpointId = '', generation = ''] = (secretRef ?? '').split(' ')
            return { ...body, signing_secret: secrets.show(endpointId, Number(generation)) }
          },
        ),
    }),
    route({
      ...own,
      method: 'GET',
      path: `${ONE}/stats`,
      summary: 'All calls of your endpoint, and what they brought',
      scope: 'read',
      limit: 'market-read',
      reply: EndpointStats,
      handle: async ({ actor, params }) => {
        const { endpoint } = await findEndpoint(await db.em(), params['slug'] ?? '')
        refuseOthers(actor, endpoint)
        return { body: { slug: endpoint.slug, ...(await readEndpointStats(db.pg, endpoint.id)) } }
      },
    }),
  ]
}

type Switch = (em: EntityManager, actor: Actor, slug: string) => Promise<void>

/** Reads new schemas together with those that stay. Throws what `findEndpoint` and `readSchemas` throw. */
async function readBefore(em: EntityManager, actor: Actor, slug: string, patch: EndpointPatch) {
  const { endpoint, version } = await findEndpoint(em, slug)
  refuseOthers(actor, endpoint)
  return { versionId: version.id, schemas: await keptSchemas(actor, patchedSchemas(version, patch)) }
}

async function keptSchemas(actor: Actor, declared: DeclaredSchemas): Promise<KeptSchemas> {
  const kept = await runTextJob(actor.userId, 'readSchemas', declared)
  if (kept !== null) return kept
  throw new Refusal('unprocessable', 'The schemas take too long to be checked; nothing was changed.', {
    fix: { action: 'Send simpler schemas and smaller examples.' },
  })
}
