import { Readable } from 'node:stream'

import { z } from 'zod'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { DELIVERY_FILES } from '#shared/market/jobs/job.rules.ts'
import { keepJobFile, openJobFile, requireUploader } from '#shared/market/jobs/work/job-files.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'
import { giveBackBytes } from '#shared/market/quotas/take-bytes.ts'

import { takeUpload } from '../../../http/body/upload.ts'
import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'
import { storerOf } from '../storer.ts'

const FileQuery = z.object({
  name: z
    .string()
    .max(120)
    .regex(/^[\w][\w. -]{0,119}$/)
    .default('file')
    .describe('letters, digits, spaces and .-_'),
})
const FileAnswer = z.object({
  file_id: z.string(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})

/** Files of deliveries: kept as they were sent, never opened here, and given out as downloads to the two sides alone. */
export function jobFileRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, hashes } = deps
  let opened: BlobStore | undefined
  const blobs = () => (opened ??= openBlobs(config))
  const about = { tag: 'Jobs', credential: 'key', scope: 'jobs' } as const
  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/jobs/:job_id/files',
      summary: 'Upload a file for your next delivery, as the hired worker: five files, 20 MB in all',
      limit: 'market-write',
      stores: true,
      status: 201,
      accepts: 'multipart',
      query: FileQuery,
      body: z.object({ file: z.string().meta({ format: 'binary', description: 'one file, under any name' }) }),
      reply: FileAnswer,
      refusals: ['not_found', 'forbidden', 'conflict', 'quota_exceeded', 'byte_budget', 'payload_too_large'],
      handle: async (request) => {
        const { actor, params, query } = request
        const job = params['job_id'] ?? ''
        await requireUploader(await db.em(), actor, job)
        // The bytes are taken from the account's day before they are read, and what was not stored is given back.
        const declared = Number(request.header('content-length') ?? DELIVERY_FILES.bytes)
        const size = Math.min(declared, DELIVERY_FILES.bytes)
        const taken = await inUnitOfWork(db, (em) => claimStorage(em, storerOf(hashes, request))({ bytes: size }))
        let stored = 0
        try {
          const file = await takeUpload(request.incoming, DELIVERY_FILES.bytes, ({ body }) =>
            keepJobFile({ db, blobs: blobs() }, { actor, job, name: query.name, body }),
          )
          stored = file.bytes
          return { status: 201, body: file }
        } finally {
          await giveBackBytes(db, taken, stored)
        }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/jobs/:job_id/files/:file_id',
      summary: 'Download a file of a delivery, as the poster or the worker',
      limit: 'market-read',
      type: 'application/octet-stream',
      refusals: ['not_found', 'forbidden', 'conflict'],
      handle: async ({ actor, params }) => {
        const asked = { actor, job: params['job_id'] ?? '', file: params['file_id'] ?? '' }
        const { name, bytes, body } = await openJobFile({ em: await db.em(), blobs: blobs() }, asked)
        return {
          headers: {
            'Cache-Control': 'private, no-store',
            'Content-Disposition': `attachment; filename="${name}"`,
            'Content-Length': String(bytes),
            'Content-Security-Policy': 'sandbox',
          },
          type: 'application/octet-stream',
          body: Readable.from(body),
        }
      },
    }),
  ]
}
