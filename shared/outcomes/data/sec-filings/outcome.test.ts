import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { findFiler, knownFilers } from '#shared/engines/sec/find-ticker.ts'
import { readSubmissions } from './read-submissions.ts'
import { readTickers } from './sec-sources.ts'

import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { secFilings } from './outcome.ts'

const FORMS = ['10-Q', '8-K', '10-K/A', '10-K', '4']
const submissions = (forms = FORMS): Record<string, unknown> => ({
  cik: '0000320193',
  sic: '3571',
  sicDescription: 'Electronic Computers',
  name: 'Apple Inc.',
  tickers: ['AAPL'],
  exchanges: ['Nasdaq'],
  fiscalYearEnd: '0926',
  filings: {
    recent: {
      accessionNumber: forms.map((_, index) => `0000320193-26-0000${10 + index}`),
      filingDate: forms.map((_, index) => `2026-0${9 - (index % 9)}-30`),
      reportDate: forms.map(() => ''),
      acceptanceDateTime: forms.map(() => '2026-09-30T06:01:32.000Z'),
      form: forms,
      items: forms.map((form) => (form === '8-K' ? '2.02,9.01' : '')),
      size: forms.map(() => 5_000_000),
      primaryDocument: forms.map((_, index) => (index === 4 ? '' : `doc${index}.htm`)),
      primaryDocDescription: forms,
    },
    files: [],
  },
})
const run = async (input: Record<string, unknown>, told: Partial<Record<string, Told>> = {}) => {
  const upstreams = fakeUpstreams(({ upstream }) => told[upstream] ?? 'unreachable')
  // Safe: the outcome's answer is an object.
  const answer = (await secFilings.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}
const formsOf = (answer: Record<string, unknown>) =>
  // Safe: as the schema says.
  (answer['filings'] as { form: string }[]).map(({ form }) => form)

describe('sec-filings: the filings of a company', () => {
  test.each([
    [['AAPLW', 'AAPL'], [null, 'Nasdaq'], 'Nasdaq'],
    [['AAPL', 'AAPLW'], [null, 'NYSE'], null],
    [['OTHER'], ['NYSE'], null],
  ])('of tickers %j on %j is AAPL traded on %s', async (tickers, exchanges, exchange) => {
    const body = { ...submissions(), tickers, exchanges }
    const { answer } = await run({ ticker: 'AAPL', limit: 1 }, { 'sec-data': { body } })
    expect(answer).toMatchObject({ company: { exchange } })
  })

  test('are found by the ticker map of the product, newest first, with links', async () => {
    const { answer, asked } = await run({ ticker: 'AAPL', limit: 1 }, { 'sec-data': { body: submissions() } })
    expect(asked.map(({ fill }) => fill?.['cik'])).toEqual(['0000320193'])
    expect(answer).toMatchObject({
      found: true,
      company: { name: 'Apple Inc.', cik: '0000320193', ticker: 'AAPL', exchange: 'Nasdaq', fiscal_year_end: '0926' },
      count: 1,
      filings: [
        {
          accession_no: '0000320193-26-000010',
          form: '10-Q',
          filed_at: '2026-09-30',
          report_date: null,
          primary_document_url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000010/doc0.htm',
          index_url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000010/0000320193-26-000010-index.htm',
        },
      ],
      source: { name: 'sec-data', embedded: false },
    })
  })

  test('of a form come with its amendments and without others', async () => {
    const { answer } = await run({ ticker: '$aapl', forms: ['10-k'] }, { 'sec-data': { body: submissions() } })
    expect(formsOf(answer)).toEqual(['10-K/A', '10-K'])
  })

  test('since a day are those of that day and later', async () => {
    const { answer } = await run({ ticker: 'AAPL', since: '2026-08-30' }, { 'sec-data': { body: submissions() } })
    expect(formsOf(answer)).toEqual(['10-Q', '8-K'])
    expect(answer).toMatchObject({ filings: [{}, { items: ['2.02', '9.01'] }] })
  })

  test.each(['BRK.B', 'BRK-B', 'brk/b'])('%s is a class of shares', (ticker) =>
    expect(findFiler(ticker)).toMatchObject({ ticker: 'BRK-B', cik: 1_067_983 }),
  )

  test('of a ticker that is newer than the map are found by the live one', async () => {
    const { answer } = await run(
      { ticker: 'NEWCO' },
      {
        'sec-www': { body: { 0: { cik_str: 77, ticker: 'NEWCO', title: 'New Co' } } },
        'sec-data': { body: submissions(['S-1']) },
      },
    )
    expect(answer).toMatchObject({ found: true, company: { cik: '0000000077', ticker: 'NEWCO' } })
  })

  test('of a ticker that nobody knows are an honest none', async () => {
    const live = { 'sec-www': { body: { 0: { cik_str: 77, ticker: 'NEWCO', title: 'New Co' } } } }
    expect((await run({ ticker: 'ZZZZQ' }, live)).answer).toMatchObject({
      found: false,
      company: null,
      filings: [],
      count: 0,
    })
    expect((await run({ ticker: 'AAPL' }, { 'sec-data': { status: 404, body: '<Error/>' } })).answer).toMatchObject({
      found: false,
    })
  })

  test.each([
    ['the ticker could not be looked up', { ticker: 'ZZZZQ' }, {}],
    ['EDGAR fails', { ticker: 'AAPL' }, { 'sec-data': 'refused' as const }],
    ['EDGAR answers with a page', { ticker: 'AAPL' }, { 'sec-data': { body: '<html>Undeclared Automated Tool' } }],
    [
      'columns differ in length',
      { ticker: 'AAPL' },
      {
        'sec-data': {
          body: {
            name: 'x',
            filings: { recent: { accessionNumber: ['0000320193-26-000010'], form: [], filingDate: [] } },
          },
        },
      },
    ],
  ])('when %s, nothing is answered', async (_, input, told) => {
    await expect(run(input, told)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

test.each([
  [{ ticker: 'AAPL', limit: 41 }],
  [{ ticker: 'AAPL', limit: 0 }],
  [{ ticker: '' }],
  [{ ticker: '<x>' }],
  [{ ticker: 'AAPL', since: 'last year' }],
  [{ ticker: 'AAPL', forms: ['<script>'] }],
])('sec-filings: %j is refused before any charge', (input) => {
  const parsed = secFilings.input.safeParse(input)
  const refused = () => {
    if (!parsed.success) throw new Refusal('validation_error', 'not as the schema has it')
    secFilings.check?.(parsed.data)
  }
  expect(refused).toThrow(Refusal)
})

test('sec-filings: the ticker map has every company once', () => {
  const filers = knownFilers()
  expect(filers.size).toBe(9_610)
  expect(filers.get('MSFT')).toEqual({ ticker: 'MSFT', cik: 789_019, name: 'MICROSOFT CORP' })
  for (const { ticker, cik, name } of filers.values()) {
    expect(ticker !== '' && name !== '' && Number.isSafeInteger(cik)).toBe(true)
  }
})

test('sec-filings: whatever EDGAR answers, it is read or an error of theirs', () => {
  const column = fc.array(fc.oneof(fc.string(), fc.constant('0000320193-26-000010'), fc.constant('2026-01-01')), {
    maxLength: 3,
  })
  const recent = fc.record({ accessionNumber: column, form: column, filingDate: column, size: fc.array(fc.double()) })
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ name: fc.string(), filings: fc.record({ recent }) }),
    fc.dictionary(fc.string(), fc.jsonValue()),
  )
  fc.assert(
    fc.property(body, (value) => {
      const reply = { status: 200, text: () => '', json: () => value }
      for (const read of [readSubmissions, readTickers]) {
        try {
          read(reply)
        } catch (error) {
          if (!['ZodError', 'TypeError'].includes(Object(error).name)) throw error
        }
      }
    }),
  )
})
