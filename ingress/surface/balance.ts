import { z } from 'zod'

import { isSellerSlug } from '#shared/market/endpoints/seller-slug.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Policy, PolicyChange } from '#shared/money/prepaid/policy.ts'
import { Balance, readBalance } from '#shared/money/prepaid/read-balance.ts'
import { setPolicy } from '#shared/money/prepaid/set-policy.ts'
import { PassStatus, readPass } from '#shared/money/passes/read-pass.ts'

import { refusePass } from '../call/challenge/refuse-credential.ts'
import type { IngressDeps } from '../deps.ts'
import { payingCredentials } from '../http/paying-credentials.ts'
import { type Route, route, type RouteRequest } from '../http/route.ts'
import { activeKeyOf, keyRevoked } from './balance-key.ts'
import { balanceNoticeRoutes } from './balance-notices.ts'
import { fundRoutes } from './fund.ts'
import { answerIdempotently, rememberedRequest } from './idempotent-reply.ts'
import { revokeRoute } from './revoke.ts'

const PATH = '/api/v1/outcomes/balance'
const NO_STORE = { 'Cache-Control': 'no-store' }

const KeyStatus = z.object({
  ok: z.literal(true),
  ...Balance.shape,
  topup_url: z.string(),
  pass: PassStatus.optional(),
})
const PassOnlyStatus = z.object({ ok: z.literal(true), ...PassStatus.shape })
const PolicyAnswer = z.object({ ok: z.literal(true), key_id: z.string(), policy: Policy })
/** Routes about a service key: status, revocation, policy, funding. An invalid key gets 401. */
export function balanceRoutes(deps: IngressDeps): readonly Route[] {
  const { db, mint, config, forSale } = deps
  const about = { tag: 'balance', credential: 'service-key', limit: 'account' } as const
  const badKey = ['unauthorized', 'invalid_service_key', 'key_revoked', 'rate_limited', 'unavailable'] as const
  const badPost = [...badKey, 'validation_error', 'idempotency_key_reused'] as const

  const status = async (request: RouteRequest) => {
    const sent = payingCredentials(request.header)
    const pass = sent.pass === undefined ? undefined : await readPass(db.pg, mint, sent.pass)
    if (pass === null) throw refusePass('invalid_pass', null)
    if (pass !== undefined && sent.key === undefined)
      return { who: `pass:${pass.pass_id}`, body: { ok: true, ...pass } }
    const key = await activeKeyOf(deps, request)
    const body = {
      ok: true,
      ...(await readBalance(db.pg, key)),
      topup_url: `${config.publicBaseUrl}${PATH}/topup`,
      ...(pass === undefined ? {} : { pass }),
    }
    return { who: `key:${key.keyId}`, body }
  }

  return [
    route({
      ...about,
      method: 'GET',
      path: `${PATH}/status`,
      summary: 'Balance, holds, policy and last charges of a key; or the state of a pass',
      reply: z.union([KeyStatus, PassOnlyStatus]),
      refusals: [...badKey, 'invalid_pass'],
      handle: async (request) => ({ headers: NO_STORE, body: (await status(request)).body }),
    }),
    route({
      ...about,
      method: 'POST',
      path: `${PATH}/status`,
      summary: 'The same as GET, for callers that only POST',
      reply: z.union([KeyStatus, PassOnlyStatus]),
      refusals: [...badPost, 'invalid_pass'],
      handle: async (request) => {
        const { who, body } = await status(request)
        return answerIdempotently(deps, rememberedRequest(request, who), async () => ({
          status: 200,
          body,
          secretRef: null,
        }))
      },
    }),
    revokeRoute(deps),
    route({
      ...about,
      method: 'GET',
      path: `${PATH}/policy`,
      summary: 'The spending policy of a key',
      reply: PolicyAnswer,
      refusals: badKey,
      async handle(request) {
        const key = await activeKeyOf(deps, request)
        const { policy } = await readBalance(db.pg, key)
        return { headers: NO_STORE, body: { ok: true, key_id: key.keyId, policy } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: `${PATH}/policy`,
      summary: 'Change the spending policy: what is left out stays, null clears',
      body: PolicyChange,
      reply: PolicyAnswer,
      refusals: badPost,
      async handle(request) {
        const key = await activeKeyOf(deps, request)
        return answerIdempotently(deps, rememberedRequest(request, `key:${key.keyId}`), async (em) => {
          const policy = await setPolicy(
            connectionOf(em),
            key,
            request.body,
            (slug) => forSale.has(slug) || isSellerSlug(slug),
          )
          if (policy === null) throw keyRevoked()
          return { status: 200, body: { ok: true, key_id: key.keyId, policy }, secretRef: null }
        })
      },
    }),
    ...balanceNoticeRoutes(deps),
    ...fundRoutes(deps),
  ]
}
