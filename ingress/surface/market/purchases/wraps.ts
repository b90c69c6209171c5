import type { EntityManager } from '@mikro-orm/sql'
import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { isOnCurve, solanaBytes } from '#shared/engines/x402/networks/solana-address.ts'
import { findLicensed, requireLicense } from '#shared/market/purchases/find-purchase.ts'
import { SolanaWallet } from '#shared/market/users/account-fields.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { advanceWrap } from '#shared/market/wraps/advance-wrap.ts'
import { claimWrap, openClaim } from '#shared/market/wraps/claim-wrap.ts'
import { requestWrap } from '#shared/market/wraps/request-wrap.ts'
import { OfferedBurn, OfferedMint } from '#shared/market/wraps/wrap-answers.ts'
import { Wrap } from '#shared/market/wraps/wrap.entity.ts'
import { readWrapMetadata, WrapMetadata } from '#shared/market/wraps/wrap-metadata.ts'
import { viewWrap, WrapView } from '#shared/market/wraps/wrap.view.ts'

import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { solanaOpen } from '../open-rails.ts'
import { wrapsOnSolana } from './ask-wraps.ts'

const RequestBody = z.object({
  owner_wallet: SolanaWallet.describe(
    'the wallet that completes, pays for and sends the transaction, and gets the token',
  ),
  confirm_lock: z
    .boolean()
    .optional()
    .describe('true: you know that the licence goes where the token goes, and cannot be resold here meanwhile'),
})
const transaction = z.string().describe('base64, version 0')
const Mint = OfferedMint.extend({
  transaction: transaction.describe(
    'signed by the mint and its authority: sign it with owner_wallet, unchanged, and send it',
  ),
  network_fee_lamports: z.int().describe('that the wallet pays beside the rent'),
  rent_lamports: z.int().describe('for the mint and the token account'),
})
const Requested = WrapView.extend({ mint_transaction: Mint.omit({ mint: true }) })
const Unwrapping = WrapView.extend({
  burn_transaction: OfferedBurn.shape.burn
    .unwrap()
    .extend({ transaction: transaction.describe('unsigned: sign it with the wallet and send it') })
    .nullable()
    .describe('null once the token is burned'),
})

/** The licence of a purchase as a token: its state and metadata, and what requests, claims and ends it. */
export function wrapRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint } = deps
  const wraps = wrapsOnSolana(deps)
  const about = { tag: 'Purchases', credential: 'key' } as const
  const write = { ...about, method: 'POST', scope: 'buy', limit: 'market-write', stores: true } as const
  const path = '/api/purchases/:purchase_id/wrap'
  const askerOf = (actor: Actor) => ({ actor, token: undefined, tokenOf: mint.purchaseToken })
  const read = async (actor: Actor, id: string) => {
    const em = await db.em()
    const seen = await findLicensed(em, askerOf(actor), id)
    return { seen, wrap: await newest(em, seen.purchase.id) }
  }
  const shown = async (actor: Actor, id: string): Promise<WrapView> => {
    const { seen, wrap } = await read(actor, id)
    return viewWrap(seen, wrap, config.publicBaseUrl)
  }
  const privately = { 'Cache-Control': 'no-store' }

  return [
    route({
      ...about,
      method: 'GET',
      path,
      summary: 'Whether the licence of a purchase is a token, and which',
      scope: 'read',
      limit: 'market-read',
      reply: WrapView,
      refusals: ['not_found'],
      handle: async ({ actor, params }) => ({
        headers: privately,
        body: await shown(actor, params['purchase_id'] ?? ''),
      }),
    }),
    route({
      ...write,
      path: `${path}/request`,
      summary: 'Get the transaction that makes the licence a token of your wallet; again it is the same token',
      body: RequestBody,
      reply: Requested,
      refusals: [
        'not_found',
        'forbidden',
        'license_moved',
        'payment_required',
        'not_delivered_yet',
        'license_invalid',
        'wrapped',
        'resale_active',
        'conflict',
        'confirm_lock_required',
        'payer_not_a_wallet',
        'payments_not_ready',
        'unavailable',
      ],
      handle: async ({ actor, params, body }) => {
        const id = params['purchase_id'] ?? ''
        const wallet = body.owner_wallet
        await read(actor, id)
        solanaOpen(config)
        if (body.confirm_lock !== true) throw notConfirmed(wallet)
        if (!isOnCurve(solanaBytes(wallet) ?? new Uint8Array())) throw notAWallet()
        // Before anything is written: whoever cannot be served locks nothing.
        await wraps.ready()
        const wrapId = await inUnitOfWork(db, async (em) => {
          const seen = await findLicensed(em, askerOf(actor), id, true)
          return requestWrap(em, seen, { userId: actor.userId, wallet })
        })
        const { mint: _, ...offer } = await wraps.offer(wrapId).catch(async (error: unknown) => {
          // A request for which nothing was signed locks nothing, and nothing is signed for it any more.
          if (error instanceof Refusal) await advanceWrap(db, wrapId, { to: 'failed', beyond: null })
          throw error
        })
        return { headers: privately, body: { ...(await shown(actor, id)), mint_transaction: offer } }
      },
    }),
    route({
      ...write,
      path: `${path}/claim`,
      summary:
        'Take the licence over whose token your proved wallet holds: the former key is void, and you get a new one',
      reply: WrapView,
      refusals: [
        'not_found',
        'own_listing',
        'not_wrapped',
        'wallet_not_proved',
        'token_not_held',
        'license_invalid',
        'conflict',
        'payments_not_ready',
        'unavailable',
      ],
      handle: async ({ actor, params }) => {
        const id = params['purchase_id'] ?? ''
        const open = await openClaim(await db.em(), actor, id)
        solanaOpen(config)
        const held = await wraps.held(open.wrapId, open.wallet)
        await inUnitOfWork(db, (em) => claimWrap(em, actor, open, held))
        return { headers: privately, body: await shown(actor, id) }
      },
    }),
    route({
      ...write,
      path: `${path}/unwrap`,
      summary: 'Get the transaction that burns the token; once that is final, the licence is no token any more',
      reply: Unwrapping,
      refusals: ['not_found', 'forbidden', 'license_moved', 'not_wrapped', 'payments_not_ready', 'unavailable'],
      handle: async ({ actor, params }) => {
        const id = params['purchase_id'] ?? ''
        const { seen, wrap } = await read(actor, id)
        if (seen.role === 'seller')
          throw new Refusal('forbidden', 'Whoever holds the licence unwraps it.', {
            fix: { action: 'Leave it to them.' },
          })
        requireLicense(seen)
        if (wrap?.state === 'unwrapped')
          return { headers: privately, body: { ...(await shown(actor, id)), burn_transaction: null } }
        if (wrap?.state !== 'wrapped') throw notWrapped(wrap?.state ?? 'none')
        solanaOpen(config)
        const { burn } = await wraps.burn(wrap.id)
        return { headers: privately, body: { ...(await shown(actor, id)), burn_transaction: burn } }
      },
    }),
    route({
      tag: 'Purchases',
      credential: 'none',
      method: 'GET',
      path: '/api/purchases/:purchase_id/wrap-metadata',
      summary: 'The public metadata of the token of a wrapped purchase, in the Metaplex form; nothing about its buyer',
      limit: 'market-read',
      reply: WrapMetadata,
      refusals: ['not_found'],
      handle: async ({ params }) => ({
        headers: { 'Cache-Control': 'public, max-age=60' },
        body: await readWrapMetadata(db, params['purchase_id'] ?? '', config.publicBaseUrl),
      }),
    }),
  ]
}

const newest = (em: EntityManager, purchaseId: string): Promise<Wrap | null> =>
  em.findOne(Wrap, { purchaseId }, { orderBy: { createdAt: 'desc', id: 'desc' }, disableIdentityMap: true })

const notConfirmed = (wallet: string) =>
  new Refusal(
    'confirm_lock_required',
    'While it is wrapped, the licence goes where its token goes; nothing was signed.',
    {
      fix: {
        action: 'Send confirm_lock: true if you want that: whoever gets the token can claim the licence from you.',
        body: { owner_wallet: wallet, confirm_lock: true },
      },
    },
  )

const notAWallet = () =>
  new Refusal('payer_not_a_wallet', 'Nobody can sign with this address. Nothing was signed.', {
    fix: { action: 'Send the address of the wallet that will sign as owner_wallet.' },
  })

const notWrapped = (state: string) =>
  new Refusal('not_wrapped', `This purchase has no token to burn: its wrap is ${state}.`, {
    fix: { action: 'Read wrap_status.' },
    extra: { wrap_status: state },
  })
