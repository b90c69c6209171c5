import type { EntityManager } from '@mikro-orm/sql'
import type { ClientBase, Pool as PgPool } from 'pg'
import { z } from 'zod'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { applyImport } from '#shared/market/listings/ingest/apply-import.ts'
import { deletedListing, seenListing } from '#shared/market/listings/find-listing.ts'
import { importPlan } from '#shared/market/listings/ingest/import-plan.ts'
import { installPlan } from '#shared/market/listings/install/install-plan.ts'
import { type ListingFile, listingFiles, readContent } from '#shared/market/listings/content/listing-files.ts'
import { listingManifest, signManifest } from '#shared/market/listings/manifest/listing-manifest.ts'
import type { ListingRow } from '#shared/market/listings/listing-row.ts'
import { boughtVersion } from '#shared/market/purchases/bought-version.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'

import { type Route, route, type RouteRequest } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import { ImportAnswer, AppliedAnswer, InstallAnswer, ManifestAnswer } from './install-answers.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { statementSigner } from './statement-signer.ts'
import { storerOf } from './storer.ts'

const target = (what: string) => z.string().max(64).optional().describe(what)
const TARGET = {
  target_runtime: target('one of install_runtimes of GET /api/listings/meta; another gets generic steps'),
  target_environment: target('project (usual) or user'),
}
const path = z.string().min(1).max(500)
const ImportBody = z.object({
  ...TARGET,
  existing: z
    .array(
      z.union([
        path.transform((at) => ({ path: at, sha256: undefined })),
        z.object({ path, sha256: z.string().max(64).toLowerCase().optional() }),
      ]),
    )
    .max(1_000)
    .default([])
    .describe('files that are there already, with their SHA-256 where you know it'),
  on_conflict: z.enum(['skip', 'replace', 'rename']).default('skip'),
})

// Inside a transaction query on its connection: taking a second one from the pool could deadlock.
type Reading = { sql: ClientBase | PgPool; em: EntityManager }
type ImportRequest = RouteRequest<z.output<typeof ImportBody>, unknown, Actor>

/** Installation of listings: signed manifest, install steps, import preview, import. */
export function installRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db } = deps
  const ID = '/api/listings/:listing_id'
  const about = { tag: 'Listings', credential: 'bearer', refusals: ['not_found', 'gone'] } as const
  const sign = statementSigner(deps)
  const reading = async (): Promise<Reading> => ({ sql: db.pg, em: await db.em() })
  const found = async ({ sql, em }: Reading, actor: Actor, id: string) => {
    const { listing, isBought } = await boughtVersion(em, actor, await seenListing(sql, actor, id))
    return { listing, isBought, files: await listingFiles(em, listing) }
  }
  const planned = async (within: Reading, { actor, params, body }: ImportRequest) => {
    const { listing, isBought, files } = await found(within, actor, params['listing_id'] ?? '')
    const install = installPlan(listing, files, { runtime: body.target_runtime, environment: body.target_environment })
    const plan = importPlan(install, files, { existing: body.existing, onConflict: body.on_conflict })
    const named = {
      listing_id: publicId('lst', listing.id),
      version: listing.version,
      target_runtime: install.target_runtime,
      target_environment: install.target_environment,
      on_conflict: body.on_conflict,
    }
    return { listing, isBought, files, install, plan, named }
  }

  return [
    route({
      ...about,
      method: 'GET',
      path: `${ID}/manifest`,
      summary: 'What a listing is and holds, signed',
      limit: 'market-read',
      scope: 'read',
      reply: ManifestAnswer,
      refusals: [...about.refusals, 'unavailable'],
      handle: async ({ actor, params }) => {
        const { listing, files } = await found(await reading(), actor, params['listing_id'] ?? '')
        const manifest = await listingManifest(listing, files, config.publicBaseUrl)
        return { body: await signManifest(manifest, sign, `${config.publicBaseUrl}/.well-known/jwks.json`) }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${ID}/install`,
      summary: 'How a listing gets into a runtime: files, configuration, commands',
      limit: 'market-read',
      scope: 'read',
      query: z.object(TARGET),
      reply: InstallAnswer,
      handle: async ({ actor, params, query }) => {
        const { listing, files } = await found(await reading(), actor, params['listing_id'] ?? '')
        const { target_runtime: runtime, target_environment: environment } = query
        const plan = installPlan(listing, files, { runtime, environment })
        return { body: { listing_id: publicId('lst', listing.id), version: listing.version, ...plan } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: `${ID}/import-preview`,
      summary: 'What an import would create, replace and skip; nothing is done',
      limit: 'market-read',
      scope: 'read',
      body: ImportBody,
      reply: ImportAnswer,
      refusals: [...about.refusals, 'idempotency_key_reused'],
      handle: async (request) => {
        // A replay recomputes its answer: it may be as long as its input and is not stored.
        const { named, plan } = await planned(await reading(), request)
        const kept = { status: 200, body: {}, secretRef: null }
        const once = rememberedRequest(request, actorScope(request.actor))
        return answerIdempotently(
          deps,
          once,
          () => Promise.resolve(kept),
          () => ({ ...named, ...plan }),
        )
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: `${ID}/import-action`,
      summary: 'Import: the files to write, once for each plan',
      stores: true,
      limit: 'market-write',
      scope: 'buy',
      body: ImportBody,
      reply: AppliedAnswer,
      refusals: [...about.refusals, 'forbidden', 'idempotency_key_reused', 'quota_exceeded', 'byte_budget'],
      handle: async (request) => {
        const apply = async (em: EntityManager) => {
          const { actor, body } = request
          const { listing, isBought, files, named, plan } = await planned({ sql: connectionOf(em), em }, request)
          if (!isBought) refuseUnpaid(listing, actor)
          const asked = { ...named, existing: body.existing }
          const {
            importId,
            appliedAt,
            plan: kept,
          } = await applyImport(
            em,
            actor.userId,
            listing,
            { request: asked, plan },
            claimStorage(em, storerOf(deps.hashes, request)),
          )
          const importOf = { ...named, ...kept, import_id: importId, applied_at: appliedAt }
          return { status: 200, body: { ...importOf, files: files.map(withoutContent) }, secretRef: null }
        }
        const once = rememberedRequest(request, actorScope(request.actor))
        const reply = await deps.mutex.runExclusive(request.actor.accountId, () =>
          answerIdempotently(deps, once, apply),
        )
        // Add the texts after the transaction: they are stored with the listing, not in the remembered answer.
        const { files, ...body } = Object(reply.body)
        return { ...reply, body: { ...body, files: await withContent(await db.em(), body.listing_id, files) } }
      },
    }),
  ]
}

type ImportedFile = Omit<ListingFile, 'path' | 'content'> & { file: string }
const withoutContent = ({ path: file, sha256, bytes, format }: ListingFile): ImportedFile => ({
  file,
  sha256,
  bytes,
  format,
})

/** Adds the texts to the files of a listing. Throws 410 if one was deleted since. */
async function withContent(em: EntityManager, listingId: string, files: readonly ImportedFile[]) {
  const id = uuidOf('lst', listingId)
  const whole: (ImportedFile & { content: string })[] = []
  for (const file of files) {
    const content = id === null ? null : await readContent(em, id, file.sha256)
    if (content === null) throw deletedListing()
    whole.push({ ...file, content })
  }
  return whole
}

/** Throws 403 unless the listing is free or the actor owns it. */
function refuseUnpaid(listing: ListingRow, actor: Actor): void {
  const isFree = listing.listing_type === 'fixed' && listing.price_cents === 0
  if (isFree || listing.owner_id === actor.userId) return
  throw new Refusal('forbidden', 'This listing has to be bought before it is imported.', {
    fix: { action: 'Buy it; purchase.available of the listing says whether it can be bought now.' },
  })
}
