import { z } from 'zod'

import type { UpstreamQuestion, UpstreamReply } from '#shared/doors/upstreams.ts'

import { type Filer, filerTicker } from '#shared/engines/sec/find-ticker.ts'
import { type Company, readSubmissions } from './read-submissions.ts'

/** What a company filed of late; null: EDGAR knows no such number. */
export const submissionsQuestion = (cik: number): UpstreamQuestion<Company | null> => ({
  upstream: 'sec-data',
  path: '/submissions/CIK{cik}.json',
  fill: { cik: String(cik).padStart(10, '0') },
  answers: [404],
  ttlS: 600,
  read: (reply) => (reply.status === 404 ? null : readSubmissions(reply)),
})

/** Every ticker of today: for one that the map of the product does not have. */
export const tickersQuestion: UpstreamQuestion<ReadonlyMap<string, Filer>> = {
  upstream: 'sec-www',
  path: '/files/company_tickers.json',
  ttlS: 86_400,
  read: readTickers,
}

const Tickers = z.record(
  z.string(),
  z.object({ cik_str: z.union([z.int(), z.string().regex(/^\d+$/)]), ticker: z.string(), title: z.string() }),
)

/** `{"0":{"cik_str":789019,"ticker":"MSFT","title":"MICROSOFT CORP"},...}` */
export function readTickers(reply: UpstreamReply): ReadonlyMap<string, Filer> {
  const rows = Object.values(Tickers.parse(reply.json()))
  if (rows.length === 0) throw new TypeError('no tickers')
  return new Map(
    rows.map(({ cik_str, ticker, title }) => [
      filerTicker(ticker),
      { ticker: filerTicker(ticker), cik: Number(cik_str), name: title },
    ]),
  )
}
