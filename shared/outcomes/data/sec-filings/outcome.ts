import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource, upstreamSource } from '#shared/outcomes/lib/data-source.ts'

const ARCHIVES = 'https://www.sec.gov/Archives/edgar/data'
const MAP_MS = 3_000
const ASK_MS = 4_500

export const secFilings = defineOutcome({
  slug: 'sec-filings',
  title: 'SEC filings',
  description:
    'Latest EDGAR filings of a US-listed company by ticker, newest first, with filter by form (amendments included) and day, and links to the documents.',
  cents: 3,
  impulse: true,
  types: {
    takes: { ticker: 'ticker', forms: 'sec-form[]', limit: 'count', since: 'since' },
    gives: { filings: 'json', 'filings.0.primary_document_url': 'url' },
    also: {
      'filings.0.index_url': 'url',
      'filings.0.filed_at': 'iso-date',
      'company.ticker': 'ticker',
      'company.name': 'company',
    },
  },
  needsUpstreams: ['sec-data'],
  input: () =>
    z.object({
      ticker: z
        .string()
        .min(1)
        .max(10)
        .regex(/^\$?[A-Za-z0-9][A-Za-z0-9./ -]*$/, 'String should be a ticker, such as AAPL or BRK.B')
        .describe('US ticker'),
      forms: z
        .array(z.string().min(1).max(20))
        .max(30)
        .optional()
        .describe('e.g. ["10-K","8-K"]; amendments included with /A'),
      limit: z.int().min(1).max(40).default(10).describe('filings'),
      since: z.iso.date().optional().describe('YYYY-MM-DD: filed on this day or later'),
    }),
  output: () =>
    z.object({
      source: DataSource,
      as_of: z.string().nullable().describe('when the newest filing was accepted, ISO 8601'),
      found: z.boolean().describe('ticker known to EDGAR'),
      company: z
        .object({
          name: z.string(),
          cik: z.string().describe('10 digits'),
          ticker: z.string(),
          exchange: z.string().nullable(),
          sic: z.string().nullable(),
          sic_description: z.string().nullable(),
          fiscal_year_end: z.string().nullable().describe('MMDD'),
        })
        .nullable(),
      filings: z.array(
        z.object({
          accession_no: z.string(),
          form: z.string(),
          filed_at: z.string(),
          report_date: z.string().nullable(),
          items: z.array(z.string()).describe('of an 8-K'),
          primary_document_url: z.string().nullable(),
          index_url: z.string(),
          size: z.int().nullable(),
          description: z.string().nullable(),
        }),
      ),
      count: z.int(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { ticker: 'AAPL', limit: 1 },
    output: {
      source: {
        name: 'SEC EDGAR',
        url: 'https://data.sec.gov/submissions/CIK0000320193.json',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
        tried: [],
        embedded: false,
      },
      as_of: '2026-01-30T06:01:32.000Z',
      found: true,
      company: {
        name: 'Apple Inc.',
        cik: '0000320193',
        ticker: 'AAPL',
        exchange: 'Nasdaq',
        sic: '3571',
        sic_description: 'Electronic Computers',
        fiscal_year_end: '0926',
      },
      filings: [
        {
          accession_no: '0000320193-26-000010',
          form: '10-Q',
          filed_at: '2026-01-30',
          report_date: '2025-12-27',
          items: [],
          primary_document_url: `${ARCHIVES}/320193/000032019326000010/aapl-20251227.htm`,
          index_url: `${ARCHIVES}/320193/000032019326000010/0000320193-26-000010-index.htm`,
          size: 5_000_000,
          description: '10-Q',
        },
      ],
      count: 1,
      notes: [],
    },
  },
  check({ forms = [] }) {
    const wrong = forms.findIndex((form) => !/^[A-Za-z0-9][A-Za-z0-9 /-]*$/.test(form.trim()))
    if (wrong === -1) return
    throw invalidFields({
      path: ['forms', wrong],
      msg: 'Value error, no form of the SEC is called so',
      input: forms[wrong],
    })
  },
  async run({ ticker, forms, limit, since }, ctx) {
    const { findFiler } = await import('#shared/engines/sec/find-ticker.ts')
    const { submissionsQuestion } = await import('./sec-sources.ts')
    const filer = findFiler(ticker) ?? (await findLive(ticker, ctx))
    if (filer === null) return unknown(ticker)
    const answer = await ctx.upstreams.ask(submissionsQuestion(filer.cik), { signal: ctx.signal, withinMs: ASK_MS })
    const company = answer.value
    const source = upstreamSource(answer)
    if (company === null) return { ...unknown(ticker), source }

    const wanted = forms?.map((form) => form.trim().toUpperCase())
    const matching = company.filings.filter(
      ({ form, filedAt }) =>
        (since === undefined || filedAt >= since) &&
        (wanted === undefined ||
          wanted.includes(form.toUpperCase()) ||
          wanted.includes(form.toUpperCase().replace(/\/A$/, ''))),
    )
    const exchange = company.listings.find(({ ticker: own }) => own === filer.ticker)?.exchange ?? null
    const oldest = company.filings.at(-1)?.filedAt
    return {
      source,
      as_of: company.filings[0]?.acceptedAt ?? company.filings[0]?.filedAt ?? null,
      found: true,
      company: {
        name: company.name,
        cik: String(filer.cik).padStart(10, '0'),
        ticker: filer.ticker,
        exchange,
        sic: company.sic,
        sic_description: company.sicDescription,
        fiscal_year_end: company.fiscalYearEnd,
      },
      filings: matching.slice(0, limit).map((filing) => {
        const folder = `${ARCHIVES}/${filer.cik}/${filing.accessionNo.replaceAll('-', '')}`
        return {
          accession_no: filing.accessionNo,
          form: filing.form,
          filed_at: filing.filedAt,
          report_date: filing.reportDate,
          items: filing.items,
          primary_document_url: filing.primaryDocument === null ? null : `${folder}/${filing.primaryDocument}`,
          index_url: `${folder}/${filing.accessionNo}-index.htm`,
          size: filing.size,
          description: filing.description,
        }
      }),
      count: Math.min(matching.length, limit),
      notes:
        matching.length < limit && oldest !== undefined && company.filings.length >= 1_000
          ? [`Only filings since ${oldest} were looked at: EDGAR keeps older ones apart.`]
          : [],
    }
  },
})

/** Companies that were listed since the map of the product was made. */
async function findLive(ticker: string, { upstreams, signal }: OutcomeContext) {
  const { findFiler } = await import('#shared/engines/sec/find-ticker.ts')
  const { tickersQuestion } = await import('./sec-sources.ts')
  const { value } = await upstreams.ask(tickersQuestion, { signal, withinMs: MAP_MS })
  return findFiler(ticker, value)
}

const unknown = (ticker: string) => ({
  source: embeddedSource('SEC company tickers', 'https://www.sec.gov/files/company_tickers.json'),
  as_of: null,
  found: false,
  company: null,
  filings: [],
  count: 0,
  notes: [`No company that files with the SEC has the ticker ${ticker.toUpperCase()}.`],
})
