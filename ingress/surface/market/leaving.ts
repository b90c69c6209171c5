import { Readable } from 'node:stream'

import { z } from 'zod'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { askDeletion, cancelDeletion, readDeletion } from '#shared/market/leaving/ask-deletion.ts'
import { openExport, startExport } from '#shared/market/leaving/exports.ts'
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

/** Leaving: all data of an account as a file, and its deletion. */
export function leavingRoutes({ config, db }: MarketDeps): readonly Route[] {
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
      summary: 'Delete your account and the agents it registered, in 14 days; until then it may be kept',
      limit: 'market-write',
      reply: DeletionAnswer,
      mayBePending: true,
      async handle({ actor }) {
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
  ]
}
