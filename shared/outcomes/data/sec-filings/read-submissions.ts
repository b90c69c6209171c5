import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

export type Filing = {
  accessionNo: string
  form: string
  filedAt: string
  acceptedAt: string | null
  reportDate: string | null
  items: string[]
  primaryDocument: string | null
  size: number | null
  description: string | null
}

export type Company = {
  name: string
  /** Each with the exchange it trades on, where EDGAR says one. */
  listings: { ticker: string; exchange: string | null }[]
  sic: string | null
  sicDescription: string | null
  fiscalYearEnd: string | null
  /** Newest first; the last thousand or so. */
  filings: Filing[]
}

const text = z.string().nullish()
const texts = z.array(text).nullish()

/** https://www.sec.gov/search-filings/edgar-application-programming-interfaces: filings are columns of equal length. */
const Submissions = z.object({
  name: z.string(),
  tickers: z.array(z.string().nullable()).nullish(),
  exchanges: z.array(z.string().nullable()).nullish(),
  sic: text,
  sicDescription: text,
  fiscalYearEnd: text,
  filings: z.object({
    recent: z.object({
      accessionNumber: z.array(z.string().regex(/^\d{10}-\d{2}-\d{6}$/)),
      form: z.array(z.string()),
      filingDate: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)),
      acceptanceDateTime: texts,
      reportDate: texts,
      items: texts,
      primaryDocument: texts,
      primaryDocDescription: texts,
      size: z.array(z.number().nullable()).nullish(),
    }),
  }),
})

/** Reads /submissions/CIK##########.json; columns of different lengths are no answer. */
export function readSubmissions(reply: UpstreamReply): Company {
  const { filings, ...company } = Submissions.parse(reply.json())
  const { recent } = filings
  const rows = recent.accessionNumber.map((accessionNo, index): Filing => {
    const form = recent.form[index]
    const filedAt = recent.filingDate[index]
    if (form === undefined || filedAt === undefined) throw new TypeError('columns of different lengths')
    return {
      accessionNo,
      form,
      filedAt,
      acceptedAt: textAt(recent.acceptanceDateTime, index),
      reportDate: textAt(recent.reportDate, index),
      items: (textAt(recent.items, index) ?? '').split(',').filter((item) => item !== ''),
      primaryDocument: textAt(recent.primaryDocument, index),
      size: sizeAt(recent.size, index),
      description: textAt(recent.primaryDocDescription, index),
    }
  })
  return {
    name: company.name,
    // Columns again: the exchange of a ticker is at its place.
    listings: (company.tickers ?? []).flatMap((ticker, index) =>
      ticker === null ? [] : [{ ticker, exchange: company.exchanges?.[index] || null }],
    ),
    sic: company.sic || null,
    sicDescription: company.sicDescription || null,
    fiscalYearEnd: company.fiscalYearEnd || null,
    filings: rows.toSorted((one, other) => (one.filedAt < other.filedAt ? 1 : one.filedAt > other.filedAt ? -1 : 0)),
  }
}

function sizeAt(column: readonly (number | null)[] | null | undefined, index: number): number | null {
  const size = Math.round(column?.[index] ?? Number.NaN)
  return Number.isSafeInteger(size) ? size : null
}

const textAt = (column: readonly (string | null | undefined)[] | null | undefined, index: number) =>
  column?.[index] || null
