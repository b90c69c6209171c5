import { Readable } from 'node:stream'

import { z } from 'zod'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { askDeletion, cancelDeletion, readDeletion } from '#shared/market/leaving/ask-deletion.ts'
import { challengeClaim, claimPayouts, owedTo } from '#shared/market/leaving/claim-payouts.ts'
import { openExport, startExport } from '#shared/market/leaving/exports.ts'
import { KnownPassword, SolanaWallet } from '#shared/market/users/account-fields.ts'
import { provePasswordIfAny } from '#shared/market/users/log-in.ts'
import { notFound } from '#shared/market/users/require-owner.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'

const ExportAnswer = z.object({
  ok: z.literal(true),
  export_id: z.string(),
  state: z.enum(['pending', 'ready', 'failed']),
  bytes: z.int().nullable(),
  created_at: z.string(),
  until: z.string().nullable().describe('when it is removed; null until it is ready'),
})
const DeletionAnswer = z.object({
  ok: z.literal(true),
  asked_at: z.string(),
  due_at: z.string().describe('until then the account works as before, and may be kept'),
  may_cancel: z.boolean(),
  waits_for: z
    .array(z.object({ kind: z.string(), id: z.string(), ends: z.string() }))
    .describe('what has to end before anything is erased, as it stands now; at most 100'),
})
/** Seconds after which to look for an export that is being made. */
const LOOK_AGAIN_S = 2

const Proof = z.object({
  password: KnownPassword.optional().describe(
    'of the account; an account without one, used by its keys, leaves it out',
  ),
})
const ClaimToken = z.string().min(1).max(200).describe('as POST /api/auth/deletion/claim showed it')
const owedCents = z.int().describe('what is owed to the account and its agents, and in no final payout yet')

/** Leaving: all data of an account as a file, and its deletion. */
export function leavingRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, passwords, hashes } = deps
  const claims = { db, mint, host: new URL(config.publicBaseUrl).host }
  const prove = (userId: string, password: string | undefined, ip: string) =>
    provePasswordIfAny({ db, passwords, hashes, limits: config.limits }, { userId, password, ip })
  let opened: BlobStore | undefined
  const blobs = () => (opened ??= openBlobs(config))
  const about = { tag: 'Accounts', credential: 'key', scope: 'account' } as const
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/export',
      summary: 'Have all your data made into a ZIP of JSON; one that was made within the hour is answered instead',
      limit: 'market-write',
      stores: true,
      mayBePending: true,
      reply: ExportAnswer,
      async handle({ actor }) {
        const view = await inUnitOfWork(db, (em) => startExport(em, actor.userId))
        const headers = { Location: '/api/auth/export' }
        return { status: view.state === 'ready' ? 200 : 202, headers, body: { ok: true, ...view } }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/auth/export',
      summary: 'Fetch your export, for 24 hours',
      limit: 'market-read',
      query: z.object({ export_id: z.string().max(60).optional().describe('the newest unless said') }),
      type: 'application/zip',
      refusals: ['not_found', 'not_delivered_yet'],
      async handle({ actor, query }) {
        const asked = { userId: actor.userId, exportId: query.export_id ?? null }
        const { view, body } = await openExport(await db.em(), blobs(), asked)
        if (body === null)
          throw view.state === 'failed'
            ? notFound('export')
            : new Refusal('not_delivered_yet', 'This export is being made.', {
                retryAfterS: LOOK_AGAIN_S,
                fix: { action: 'Ask again after Retry-After.' },
              })
        return {
          headers: {
            'Cache-Control': 'private, no-store',
            'Content-Disposition': `attachment; filename="${view.export_id}.zip"`,
            'Content-Length': String(view.bytes),
          },
          type: 'application/zip',
          body: Readable.from(body),
        }
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/auth/me',
      summary:
        'Delete your account and the agents it registered, in 14 days; until then it may be kept. Takes the password of an account that has one',
      limit: 'market-write',
      body: Proof,
      nullable: true,
      secrets: ['password'],
      reply: DeletionAnswer,
      refusals: ['invalid_login', 'overloaded'],
      mayBePending: true,
      async handle({ actor, body, ip }) {
        await prove(actor.userId, body.password, ip)
        const view = await inUnitOfWork(db, (em) => askDeletion(em, actor.userId))
        return { status: 202, body: { ok: true, ...view } }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/auth/deletion',
      summary: 'When your account is deleted, and what this waits for',
      limit: 'market-read',
      reply: DeletionAnswer,
      refusals: ['not_found'],
      async handle({ actor }) {
        const view = await inUnitOfWork(db, (em) => readDeletion(em, actor.userId))
        if (view === null) throw notFound('deletion')
        return { body: { ok: true, ...view } }
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/auth/deletion',
      summary: 'Keep your account after all',
      limit: 'market-write',
      reply: z.object({ ok: z.literal(true) }),
      refusals: ['not_found', 'conflict'],
      async handle({ actor }) {
        await inUnitOfWork(db, (em) => cancelDeletion(em, actor.userId))
        return { body: { ok: true } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/deletion/claim',
      summary:
        'Take the token that claims what is still owed to you after your account is deleted. Takes the password, too',
      limit: 'market-write',
      body: Proof,
      nullable: true,
      secrets: ['password'],
      reply: z.object({
        ok: z.literal(true),
        claim_token: z.string().describe('keep it: whoever has it is paid what the deleted account is owed'),
        owed_cents: owedCents,
        next: z.string(),
      }),
      refusals: ['not_found', 'invalid_login', 'overloaded'],
      async handle({ actor, body, ip }) {
        await prove(actor.userId, body.password, ip)
        return inUnitOfWork(db, async (em) => {
          if ((await readDeletion(em, actor.userId)) === null) throw notFound('deletion')
          const next = 'After the deletion: POST /api/payouts/claim/challenge with it and a wallet of yours.'
          const owed = await owedTo(em, actor.userId)
          return {
            headers: { 'Cache-Control': 'no-store' },
            body: { ok: true, claim_token: mint.claimToken(actor.userId), owed_cents: owed, next },
          }
        })
      },
    }),
    route({
      tag: 'Payouts',
      credential: 'none',
      method: 'POST',
      path: '/api/payouts/claim/challenge',
      summary: 'Get the message that a wallet signs to be paid what a deleted account is owed',
      limit: 'market-read',
      body: z.object({ claim_token: ClaimToken, solana_wallet: SolanaWallet }),
      secrets: ['claim_token'],
      reply: z.object({ message: z.string(), solana_wallet: z.string(), expires_at: z.string(), next: z.string() }),
      refusals: ['invalid_credential', 'conflict'],
      async handle({ body: { claim_token: token, solana_wallet } }) {
        const { message, expiresAt } = await challengeClaim(claims, token, solana_wallet)
        const next = 'POST /api/payouts/claim with the signature.'
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: { message, solana_wallet, expires_at: expiresAt, next },
        }
      },
    }),
    route({
      tag: 'Payouts',
      credential: 'none',
      method: 'POST',
      path: '/api/payouts/claim',
      summary: 'Be paid what a deleted account is owed, by its claim token and the message that a wallet signed',
      limit: 'market-read',
      body: z.object({
        claim_token: ClaimToken,
        solana_wallet: SolanaWallet,
        signature: z.string().trim().min(64).max(100).describe('Ed25519, 64 bytes as base58 or base64'),
      }),
      secrets: ['claim_token'],
      reply: z.object({
        ok: z.literal(true),
        solana_wallet: z.string(),
        owed_cents: owedCents.describe('what is paid to the wallet once it is due'),
        wallet_rests_until: z.string().nullable().describe('nothing is paid before: another wallet was proved earlier'),
      }),
      refusals: ['invalid_credential', 'conflict'],
      async handle({ body: { claim_token: token, solana_wallet: wallet, signature } }) {
        const { owedCents: owed, restsUntil } = await claimPayouts(claims, { token, wallet, signature })
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: { ok: true, solana_wallet: wallet, owed_cents: owed, wallet_rests_until: restsUntil },
        }
      },
    }),
  ]
}
