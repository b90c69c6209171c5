import { z } from 'zod'

import { readUsage, USAGE_DAYS, type UsageRow } from '#shared/calls/read-usage.ts'
import { wrongFields } from '#shared/errors.ts'
import { page } from '#shared/market/paging.ts'
import { readBought } from '#shared/market/purchases/read-usage.ts'

import type { IngressDeps } from '../../deps.ts'
import { type Route, type RouteRequest, route } from '../../http/route.ts'
import { pageOf, pageQuery, pageReply } from '../market/paged.ts'
import { type StreamReader, streamReaderOf } from './stream-reader.ts'

const DAY_MS = 86_400_000
const Day = z.iso.date().max(10)

const Usage = pageOf(
  z.object({
    day: z.string().describe('UTC'),
    slug: z.string().describe('of the outcome; for an account, of the listing'),
    code: z
      .string()
      .describe(
        'ok, or the code of the refusal (failed, once it is a day old); for an account, the status of the purchases',
      ),
    calls: z.int(),
    cents: z.int().describe('what they cost'),
  }),
)

const Asked = z.object({
  from: Day.optional().describe('first day, UTC; 30 days before `to` unless said'),
  to: Day.optional().describe('last day, UTC; today unless said'),
  ...pageQuery(1_000, 100),
})

/** GET /api/usage and usage.csv: what a key or pass called, or an account bought, by day. */
export function usageRoutes(deps: IngressDeps): readonly Route[] {
  const { db, now } = deps
  const about = { method: 'GET', tag: 'Events', credential: 'stream', scope: 'read', limit: 'account' } as const
  return [
    route({
      ...about,
      path: '/api/usage',
      summary: 'What your key or pass called, or your account bought, by day; free',
      query: Asked,
      reply: Usage,
      async handle(request) {
        const { limit, offset } = request.query
        const { items, total, from, to } = await read(request)
        const reply = pageReply(request, { from, to, limit }, page(items, total, { limit, offset }))
        return { ...reply, headers: { 'Cache-Control': 'no-store', ...reply.headers } }
      },
    }),
    route({
      ...about,
      path: '/api/usage.csv',
      summary: 'The same as CSV',
      query: Asked,
      type: 'text/csv; charset=utf-8',
      async handle(request) {
        const { items } = await read(request)
        return { type: 'text/csv; charset=utf-8', headers: { 'Cache-Control': 'no-store' }, body: csvOf(items) }
      },
    }),
  ]

  async function read(request: Pick<RouteRequest<unknown, z.output<typeof Asked>>, 'query' | 'header'>) {
    const { limit, offset } = request.query
    const to = request.query.to ?? now().toISOString().slice(0, 10)
    const from = request.query.from ?? new Date(Date.parse(to) - 30 * DAY_MS).toISOString().slice(0, 10)
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    if (days < 1 || days > USAGE_DAYS)
      throw wrongFields(
        [
          {
            type: 'value_error',
            loc: ['query', 'from'],
            msg: `Value error, one question covers 1 to ${USAGE_DAYS} days`,
          },
        ],
        1,
        { action: 'Ask for fewer days at once.' },
      )
    const reader = await streamReaderOf(deps, request, 'read')
    return { ...(await usageOf(reader, { from, to, limit, offset })), from, to }
  }

  function usageOf({ kind, stream, userId }: StreamReader, asked: Parameters<typeof readBought>[2]) {
    if (userId !== null) return readBought(db.replica ?? db.pg, userId, asked)
    const id = stream.slice(stream.indexOf(':') + 1)
    return readUsage(
      db.replica ?? db.pg,
      kind === 'pass' ? { accountId: null, passId: id } : { accountId: id, passId: null },
      asked,
    )
  }
}

/** Neither slugs nor codes have commas, quotes or line breaks. */
const csvOf = (rows: readonly UsageRow[]): string =>
  [
    'day,slug,code,calls,cents',
    ...rows.map((row) => [row.day, row.slug, row.code, row.calls, row.cents].join(',')),
  ].join('\r\n') + '\r\n'
