import type { EntityManager } from '@mikro-orm/sql'
import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { judgeLicense, verdictOf } from '#shared/market/licenses/judge-license.ts'
import { licenseKeys } from '#shared/market/licenses/license-key.ts'
import { readLicense } from '#shared/market/licenses/read-license.ts'
import { rotateLicense } from '#shared/market/licenses/rotate-license.ts'
import { activateLicense, countUse, deactivateLicense } from '#shared/market/licenses/use-license.ts'
import { findLicensed, requireLicense } from '#shared/market/purchases/find-purchase.ts'
import type { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { notFound } from '#shared/market/users/require-owner.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { ActivatedAnswer, DeactivatedAnswer, LicenseAnswer, VerdictAnswer } from './license-answers.ts'
import type { MarketDeps } from './market-deps.ts'
import { askerOf } from './purchases/asker.ts'
import { statementSigner } from './statement-signer.ts'

const Key = {
  license_key: z.string().min(1).max(100),
  listing_id: z.string().min(1).max(100).describe('the listing that your program is of: keys of others are not valid'),
}
const VerifyBody = z.object({
  ...Key,
  activation_id: z.string().max(100).optional().describe('valid only if this activation is'),
  increment_uses: z.boolean().default(false).describe('counts a use, if the key is valid; otherwise nothing changes'),
})
const ActivateBody = z.object({
  ...Key,
  instance_name: z.string().trim().min(1).max(120).describe('a name for this place, e.g. of the machine'),
})
const DeactivateBody = z.object({ ...Key, activation_id: z.string().min(1).max(100) })

const ASK_BUYER = { action: 'Check a key that a buyer sent you at POST /api/licenses/verify.' }

/** Licence keys: checked and activated by programs without an account, read and rotated by buyers. */
export function licenseRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint } = deps
  const keys = licenseKeys(config.SERVER_SECRET, config.production)
  const sign = statementSigner(deps)
  const about = { tag: 'Licences', credential: 'none', limit: 'market-read', method: 'POST' } as const
  const bought = { tag: 'Purchases', credential: 'key' } as const

  return [
    route({
      ...about,
      path: '/api/licenses/verify',
      summary: 'Whether a licence key is valid, and why not; changes nothing unless asked to count a use',
      body: VerifyBody,
      reply: VerdictAnswer,
      secrets: ['license_key'],
      refusals: ['not_found'],
      handle: async ({ body }) => {
        const em = await db.em()
        const asked = { key: body.license_key, listingId: body.listing_id, activationId: body.activation_id }
        const judged = await judgeLicense(em, keys, asked)
        if (judged.fault !== null || !body.increment_uses) return { body: verdictOf(judged) }
        const uses = await countUse(em, judged.purchase.id)
        return { body: verdictOf({ ...judged, use: { ...judged.use, uses } }) }
      },
    }),
    route({
      ...about,
      path: '/api/licenses/activate',
      summary: 'Take a seat of a licence for an instance; the same instance keeps its activation',
      stores: true,
      body: ActivateBody,
      reply: ActivatedAnswer,
      secrets: ['license_key'],
      refusals: ['not_found', 'license_invalid', 'no_seat_left'],
      handle: async ({ body }) => {
        const asked = { key: body.license_key, listingId: body.listing_id, instance: body.instance_name }
        return { body: await inUnitOfWork(db, (em) => activateLicense(em, keys, asked)) }
      },
    }),
    route({
      ...about,
      path: '/api/licenses/deactivate',
      summary: 'Give the seat of an activation back',
      body: DeactivateBody,
      reply: DeactivatedAnswer,
      secrets: ['license_key'],
      refusals: ['not_found'],
      handle: async ({ body }) => {
        const asked = { key: body.license_key, listingId: body.listing_id, activationId: body.activation_id }
        return { body: await inUnitOfWork(db, (em) => deactivateLicense(em, keys, asked)) }
      },
    }),
    route({
      tag: 'Purchases',
      credential: 'purchase',
      method: 'GET',
      path: '/api/purchases/:purchase_id/license',
      summary: 'The licence of a purchase: its key, its terms, and a signed document that can be checked offline',
      scope: 'read',
      limit: 'market-read',
      reply: LicenseAnswer,
      refusals: ['not_found', 'forbidden', 'license_moved', 'invalid_purchase_token'],
      handle: async (request) => {
        const em = await db.em()
        const seen = await findLicensed(em, askerOf(deps, request), request.params['purchase_id'] ?? '')
        const { purchase, role } = seen
        requireLicense(seen)
        if (role === 'seller') throw new Refusal('forbidden', 'The licence is for the buyer.', { fix: ASK_BUYER })
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: await readLicense(em, purchase, { keys, sign, baseUrl: config.publicBaseUrl }),
        }
      },
    }),
    route({
      ...bought,
      method: 'POST',
      path: '/api/purchases/:purchase_id/license/rotate',
      summary: 'Replace the key of a licence: the old one is invalid at once, activations stay',
      scope: 'buy',
      limit: 'market-write',
      stores: true,
      reply: LicenseAnswer,
      refusals: ['not_found', 'license_moved', 'license_invalid', 'conflict', 'idempotency_key_reused'],
      handle: (request) => {
        const { actor, params } = request
        return answerIdempotently(
          deps,
          rememberedRequest(request, actorScope(actor)),
          async (em) => {
            const purchase = await heldPurchase(em, { actor, tokenOf: mint.purchaseToken }, params['purchase_id'] ?? '')
            const generation = await rotateLicense(em, purchase)
            const license = await readLicense(em, purchase, { keys, sign: null, baseUrl: config.publicBaseUrl })
            return { status: 200, body: { ...license, license_key: null }, secretRef: `${purchase.id} ${generation}` }
          },
          ({ body, secretRef }) => {
            const [purchaseId = '', generation = ''] = (secretRef ?? '').split(' ')
            return { ...body, license_key: keys.issue({ purchaseId, generation: Number(generation) }) }
          },
        )
      },
    }),
  ]
}

/** The purchase of a path id, locked, for who holds its licence. Throws 403 for a buyer whose licence moved, else 404. */
async function heldPurchase(
  em: EntityManager,
  { actor, tokenOf }: { actor: Actor; tokenOf: (purchaseId: string) => string },
  id: string,
): Promise<Purchase> {
  const seen = await findLicensed(em, { actor, token: undefined, tokenOf }, id, true)
  requireLicense(seen)
  if (seen.role === 'seller') throw notFound('purchase')
  return seen.purchase
}
