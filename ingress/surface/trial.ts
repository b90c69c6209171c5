import { TRIAL } from '#shared/terms.ts'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { amendAnswer, remember } from '#shared/idempotency/remember.ts'
import { findKey } from '#shared/money/prepaid/find-key.ts'
import { readBalance } from '#shared/money/prepaid/read-balance.ts'
import { claimTrial } from '#shared/money/trial/claim-trial.ts'
import { claimantHasher } from '#shared/money/trial/claimant.ts'

import { alternativesFor } from '../call/challenge/challenge.ts'
import type { IngressDeps } from '../deps.ts'
import { type Route, route, type RouteRequest } from '../http/route.ts'
import { firstCalls } from './first-calls.ts'
import { FirstSpend, firstSpend } from './first-spend.ts'
import { rememberedRequest } from './idempotent-reply.ts'

const PATH = '/api/v1/outcomes/balance/trial/claim'

const Claim = z
  .object({
    agent_id: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('a name of your own: one trial per agent_id; without it one per address'),
  })
  // What forms send as it stands: an agent_id there would be the same for everybody.
  .meta({ example: {} })

const Claimed = z.object({
  ok: z.literal(true),
  key: z.string().nullable().describe('shown once; null in a replay'),
  key_id: z.string(),
  granted_cents: z.int(),
  balance_cents: z.int(),
  expires_at: z.string(),
  max_price_cents: z.int(),
  header_name: z.literal('X-Service-Key'),
  first_spend: FirstSpend.nullable(),
  first_calls: z.array(z.string()).describe('commands to paste into a shell'),
})

/** POST balance/trial/claim: a key with 15 cents for 72 hours. The claim also makes a first call with it. */
export function trialRoutes(deps: IngressDeps): readonly Route[] {
  const { db, mint, config, catalog, log } = deps
  const claimantOf = claimantHasher(config.SERVER_SECRET)
  const placeholderCalls = firstCalls(catalog, config.publicBaseUrl, '$SERVICE_KEY')
  const alternatives = alternativesFor(1, true).filter(({ kind }) => kind !== 'trial')

  const claim = async (request: RouteRequest<z.output<typeof Claim>>) => {
    const { header, ip, requestId } = request
    const client = { ip, userAgent: header('user-agent'), acceptLanguage: header('accept-language') }
    const claimant = claimantOf(client, request.body.agent_id ?? null)
    const once = rememberedRequest(request, `client:${claimantOf(client, null).fingerprint.toString('base64url')}`)
    const answer = await remember(db, once, async (em) => {
      const trial = await claimTrial(connectionOf(em), mint, claimant, config.TRIAL_GRANTS_PER_DAY)
      return { status: 200, body: bodyOf(trial.keyId, trial.expiresAt), secretRef: trial.keyId }
    })
    if (answer.replayed || answer.secretRef === null) return answer

    const key = mint.issue('tk', answer.secretRef)
    const spent = await firstSpend(deps, key, { ip, requestId })
    const isPending = 'state' in spent
    const spentCents = isPending ? spent.held_cents : spent.charge_cents
    const body = { ...answer.body, balance_cents: TRIAL.cents - spentCents, first_spend: spent }
    try {
      const known = await findKey(db.pg, mint, key)
      if (known !== null) body.balance_cents = (await readBalance(db.pg, known)).balance_cents
      // A replay must not show the call token.
      await amendAnswer(db, once, isPending ? { ...body, first_spend: { ...spent, call_token: null } } : body)
    } catch (error) {
      // The key is shown only once: show it whatever fails now.
      log.warn({ err: error, requestId }, 'the balance of a new trial key could not be read')
    }
    return { ...answer, body: { ...body, key, first_calls: firstCalls(catalog, config.publicBaseUrl, key) } }
  }

  /** The stored answer, without the key. */
  const bodyOf = (keyId: string, expiresAt: string) => ({
    ok: true,
    key: null,
    key_id: keyId,
    granted_cents: TRIAL.cents,
    balance_cents: TRIAL.cents,
    expires_at: expiresAt,
    max_price_cents: TRIAL.maxPriceCents,
    header_name: 'X-Service-Key',
    first_spend: null,
    first_calls: placeholderCalls,
  })

  return [
    route({
      method: 'POST',
      path: PATH,
      summary: `Claim a trial key: ${TRIAL.cents} cents, ${TRIAL.hours} hours, calls up to ${TRIAL.maxPriceCents} cents`,
      tag: 'balance',
      credential: 'none',
      limit: 'account',
      body: Claim,
      reply: Claimed,
      refusals: ['trial_already_claimed', 'rate_limited', 'validation_error', 'idempotency_key_reused', 'unavailable'],
      async handle(request) {
        try {
          const { status, body, replayed } = await claim(request)
          return {
            status,
            headers: { 'Cache-Control': 'no-store', ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}) },
            body,
          }
        } catch (error) {
          if (!(error instanceof Refusal) || (error.code !== 'trial_already_claimed' && error.code !== 'rate_limited'))
            throw error
          const { detail } = error
          throw new Refusal(
            error.code,
            error.message,
            { ...detail, extra: { ...detail.extra, alternatives } },
            { cause: error },
          )
        }
      },
    }),
  ]
}
