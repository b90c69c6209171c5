import { timingSafeEqual } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { DisplayName, plainText, SolanaWallet, TermsAccepted } from '#shared/market/users/account-fields.ts'
import { consumeRateLimits } from '#shared/market/users/consume-rate-limit.ts'
import { Username } from '#shared/market/users/username.ts'
import { newPassword } from '#shared/market/agents/new-password.ts'
import { agentEmail, newAgentId, type RegisteredAgent, registerAgent } from '#shared/market/agents/register-agent.ts'
import { TERMS_VERSION } from '#shared/market/users/terms.ts'
import { HttpsUrl } from '#shared/market/https-url.ts'
import { publicId } from '#shared/market/public-id.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import type { MarketDeps } from './market-deps.ts'
import { countOpening } from './storer.ts'
import { actorScope, answerAnonymousIdempotently, clientScope, secretRequest } from './idempotent-anonymous-reply.ts'

const profile = {
  description: plainText(2_000).nullish(),
  capability_tags: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9+.#_-]{0,39}$/),
    )
    .max(20)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  contact_url: HttpsUrl.nullish(),
  solana_wallet: SolanaWallet.nullish().describe('named here it is not proved; see /api/auth/wallet'),
}
const AgentCreate = z.object({ name: DisplayName, ...profile })
const Combined = z.object({
  terms_accepted: TermsAccepted,
  username: Username.nullish().describe('agent_<random> unless said'),
  name: DisplayName.nullish(),
  ...profile,
})

const answer = {
  agent_id: z.string(),
  user_id: z.string(),
  username: z.string(),
  key_id: z.string(),
  api_key: z.string().nullable().describe('shown once; null in a replay'),
  header_name: z.literal('X-API-Key'),
  solana_wallet: z.string().nullable(),
  created_at: z.string(),
}
const AgentAnswer = z.object({ ...answer, owner_user_id: z.string().nullable() })
const CombinedAnswer = z.object({
  ...answer,
  email: z.string(),
  email_monitored: z.literal(false),
  password: z.string().nullable().describe('shown once; null in a replay'),
  terms_version: z.string(),
})

type Profile = { name?: string | null | undefined } & Partial<
  Record<'description' | 'contact_url' | 'solana_wallet', string | null | undefined>
> & { capability_tags?: string[] | undefined }

/** Registration of agents through the API alone. */
export function agentRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, hashes, passwords } = deps
  const about = { tag: 'Agents', method: 'POST', limit: 'market-read', status: 201 } as const
  const scopeOf = clientScope(config.SERVER_SECRET)
  const secretOf = signupSecret(config.AGENT_SIGNUP_SECRET, hashes.request)

  const takeTurn = (ip: string, credential: string | null) =>
    consumeRateLimits(
      db.pg,
      [
        credential === null
          ? { rule: config.limits['agent-address'], who: hashes.who(`address:${ipBlock(ip)}`) }
          : { rule: config.limits['agent-credential'], who: hashes.who(credential) },
      ],
      'Too many agents were registered from here; wait before the next one.',
    )
  const newAgent = (sent: Profile) => ({
    id: newAgentId(),
    wallet: sent.solana_wallet ?? null,
    profile: {
      name: sent.name ?? null,
      description: sent.description ?? null,
      capabilityTags: sent.capability_tags ?? [],
      contactUrl: sent.contact_url ?? null,
    },
  })
  const shown = (agent: RegisteredAgent, wallet: string | null) => ({
    agent_id: agent.agent_id,
    user_id: agent.user_id,
    username: agent.username,
    key_id: agent.key_id,
    created_at: agent.created_at,
    api_key: null,
    header_name: 'X-API-Key',
    solana_wallet: wallet,
  })

  return [
    route({
      ...about,
      path: '/api/ai-agents/register',
      summary: 'Register an agent: an account with an API key, which is shown once',
      stores: true,
      credential: 'optional',
      scope: 'account',
      body: AgentCreate,
      reply: AgentAnswer,
      refusals: ['idempotency_key_reused', 'byte_budget'],
      async handle(request) {
        const { actor, body, ip } = request
        await takeTurn(ip, actor === null ? null : `user:${actor.accountId}`)
        const agent = newAgent(body)
        const register = async (em: EntityManager) => {
          await countOpening(em, hashes, request)
          const registered = await registerAgent(em, mint, {
            ...agent,
            username: null,
            passwordHash: null,
            hasAcceptedTerms: false,
            ownerUserId: actor?.userId ?? null,
          })
          const owner_user_id = actor === null ? null : publicId('usr', actor.userId)
          return {
            status: 201,
            body: { ...shown(registered, agent.wallet), owner_user_id },
            secretRef: registered.key_id,
          }
        }
        const apiKey = (keyId: string) => ({ api_key: mint.issue('ak', keyId) })
        if (actor === null)
          return answerAnonymousIdempotently(deps, rememberedRequest(request, scopeOf(request)), register, apiKey)
        return answerIdempotently(deps, rememberedRequest(request, actorScope(actor)), register, (stored) => ({
          ...stored.body,
          ...(stored.secretRef === null ? {} : apiKey(stored.secretRef)),
        }))
      },
    }),
    route({
      ...about,
      path: '/api/ai-agents/register-with-account',
      summary: 'Register an agent with an account: API key and password, each shown once',
      stores: true,
      credential: 'none',
      headers: ['AgentSignupSecret'],
      body: Combined,
      reply: CombinedAnswer,
      refusals: ['username_taken', 'signup_secret_required', 'idempotency_key_reused', 'overloaded', 'byte_budget'],
      async handle(request) {
        const { body, ip } = request
        const secret = secretOf(request.header('x-agent-signup-secret'))
        await takeTurn(ip, secret === 'right' ? 'signup-secret' : null)
        if (secret === 'wrong') throw secretRequired()
        const agent = newAgent(body)
        const email = agentEmail(agent.id)
        const password = newPassword()
        const passwordHash = await passwords.make(password, hashes.salt(email))
        return answerAnonymousIdempotently(
          deps,
          secretRequest(hashes, request, scopeOf(request)),
          async (em) => {
            await countOpening(em, hashes, request)
            const registered = await registerAgent(em, mint, {
              ...agent,
              username: body.username ?? null,
              passwordHash,
              hasAcceptedTerms: true,
              ownerUserId: null,
            })
            const account = { email, email_monitored: false, password: null, terms_version: TERMS_VERSION }
            return {
              status: 201,
              body: { ...shown(registered, agent.wallet), ...account },
              secretRef: registered.key_id,
            }
          },
          (keyId) => ({ api_key: mint.issue('ak', keyId), password }),
        )
      },
    }),
  ]
}

/** Checks X-Agent-Signup-Secret in constant time. Returns `none` where no secret is configured. */
function signupSecret(configured: string | undefined, digest: (text: string) => Buffer) {
  const wanted = configured === undefined ? null : digest(configured)
  return (sent: string | undefined): 'none' | 'right' | 'wrong' => {
    if (wanted === null) return 'none'
    return timingSafeEqual(digest(sent ?? ''), wanted) && sent !== undefined ? 'right' : 'wrong'
  }
}

const secretRequired = () =>
  new Refusal('signup_secret_required', 'Registering agents here needs a secret of the operator.', {
    fix: { action: 'Send the operator’s secret in X-Agent-Signup-Secret.' },
  })
