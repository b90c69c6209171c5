import { z } from 'zod'

import { type FileLinks, fileLinks } from '#shared/calls/file-links.ts'
import { readCall } from '#shared/calls/read.ts'
import { Refusal } from '#shared/errors.ts'
import { uuidOfCallId } from '#shared/lib/call-id.ts'

import { fileInResult } from '../call/result-file.ts'
import type { IngressDeps } from '../deps.ts'
import { type Reply, type Route, route } from '../http/route.ts'
import { resultGone } from './read-authorized-call.ts'

/**
 * GET /api/v1/calls/{call_id}/file: the picture or sound in the result of a call, for whoever has the link that the call's
 * answer holds. A wrong link is refused before the database is asked.
 */
export function callFile(deps: Pick<IngressDeps, 'db' | 'forSale' | 'config' | 'now'>): Route {
  const links = fileLinks(deps.config.SERVER_SECRET, deps.config.publicBaseUrl)
  return route({
    method: 'GET',
    path: '/api/v1/calls/:call_id/file',
    summary: "Open the file in a call's result, by the link in its answer",
    tag: 'calls',
    credential: 'none',
    limit: 'call-read',
    type: 'application/octet-stream',
    query: z.object({
      expires: z.string().max(20).optional().describe('seconds since 1970'),
      signature: z.string().max(100).optional(),
    }),
    refusals: ['not_found', 'gone', 'unavailable'],
    async handle({ params, query }) {
      const callId = uuidOfCallId(params['call_id'] ?? '')
      if (callId === null || !isOurs(links, callId, query)) throw noSuchFile()
      if (Number(query.expires) * 1_000 <= deps.now().getTime()) throw linkExpired()
      return fileOf(deps, callId)
    },
  })
}

const isOurs = (
  links: FileLinks,
  callId: string,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
) => /^\d{1,12}$/.test(expires) && links.isOurs(callId, Number(expires), signature)

async function fileOf({ db, forSale }: Pick<IngressDeps, 'db' | 'forSale'>, callId: string): Promise<Reply> {
  const call = await readCall(db.pg, callId)
  const place = call === null ? null : (forSale.get(call.slug)?.outcome.file ?? null)
  if (call?.final?.purged === true) throw resultGone()
  const result = call?.final?.result ?? null
  const file = place === null || result === null ? null : fileInResult(place, result)
  if (file === null) throw noSuchFile()
  return {
    type: file.type,
    // The link is the credential, so no shared cache may answer for it.
    headers: { 'Cache-Control': 'private, max-age=300', 'Content-Disposition': 'inline' },
    body: file.bytes,
  }
}

const noSuchFile = () =>
  new Refusal('not_found', 'This link opens no file.', {
    fix: { action: 'Take the link of the answer as it is, or read the call for a new one.' },
  })

const linkExpired = () =>
  new Refusal('gone', 'This link has expired.', {
    fix: { action: 'Read the call again: GET /api/v1/calls/{call_id} has a new link for 24 hours.' },
  })
