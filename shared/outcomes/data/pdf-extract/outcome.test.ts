import { describe, expect, test } from 'vitest'

import type { EgressAnswer, EgressRequest } from '#shared/doors/egress.ts'
import type { PdfPage, PdfReading, PdfRequest } from '#shared/doors/pdf.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { pdfExtract } from './outcome.ts'

const URL_OF_IT = 'https://e.test/a.pdf'

const page = (n: number, text: string, more: Partial<PdfPage> = {}): PdfPage => ({
  n,
  text,
  textSource: text === '' ? 'none' : 'text',
  width: 612,
  height: 792,
  rotation: 0,
  tables: null,
  ...more,
})

const readingOf = (...pages: PdfPage[]): PdfReading => ({
  pageCount: pages.length,
  pages,
  damagedPages: [],
  metadata: {
    title: null,
    author: null,
    subject: null,
    keywords: null,
    creator: null,
    producer: null,
    createdAt: null,
    modifiedAt: null,
    pdfVersion: '1.7',
    encrypted: false,
  },
  outline: [],
  links: [],
  hiddenText: [],
  truncated: false,
})

/** The outcome with a server that answers so and a reader that reads so; shows what both were asked. */
async function run(
  input: Record<string, unknown>,
  reading: PdfReading = readingOf(page(1, 'Hello')),
  answer: Partial<EgressAnswer> = {},
) {
  const asked: { fetch?: EgressRequest; read?: PdfRequest } = {}
  const body = Buffer.from('%PDF-1.7')
  const context = fakeContext({
    egress: {
      vet: () => Promise.reject(new Error('not asked')),
      fetch: (url, request = {}) => {
        asked.fetch = request
        return Promise.resolve({
          url,
          status: 200,
          headers: {},
          contentType: 'application/pdf',
          charset: null,
          body,
          wireBytes: body.length,
          truncated: false,
          hops: [],
          redirect: null,
          timings: { dns: 1, connect: 1, tls: 1, firstByte: 1, total: 1 },
          connection: null,
          fetchedAt: new Date('2026-11-20T12:00:00.000Z'),
          ...answer,
        })
      },
    },
    pdf: {
      read: (_, request) => {
        asked.read = request
        return Promise.resolve(reading)
      },
    },
  })
  // Safe: the declared output of this outcome is an object.
  return { result: (await pdfExtract.run({ url: URL_OF_IT, ...input }, context)) as Record<string, unknown>, asked }
}

const check = (input: Record<string, unknown>) => () => pdfExtract.check?.({ url: URL_OF_IT, ...input })

describe('pdf-extract: what is answered', () => {
  test('pages, joined with form feeds, and where they came from', async () => {
    const { result } = await run({}, readingOf(page(1, 'Hello'), page(2, 'World')), {
      headers: { 'last-modified': 'Sun, 01 Nov 2026 09:30:00 GMT' },
    })
    expect(result).toMatchObject({
      source: {
        name: 'e.test',
        url: URL_OF_IT,
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      as_of: '2026-11-01T09:30:00.000Z',
      page_count: 2,
      pages: [
        { n: 1, text: 'Hello', char_count: 5, has_text_layer: true },
        { n: 2, text: 'World' },
      ],
      text: 'Hello\fWorld',
      size_bytes: 8,
    })
  })

  test('words that were broken at a line end are whole', async () => {
    const { result } = await run({}, readingOf(page(1, 'every settle-\nment of a well-\nknown kind')))
    expect(result).toMatchObject({ text: 'every settlement of a well-\nknown kind', pages: [{ char_count: 38 }] })
  })

  test('OCR is needed where more than half of the pages have no text', async () => {
    const [text, none] = [page(1, 'words'), page(2, '')]
    expect((await run({}, readingOf(none))).result).toMatchObject({ needs_ocr: true, text: '' })
    expect((await run({}, readingOf(text, none))).result).toMatchObject({ needs_ocr: false })
    expect((await run({}, readingOf(text, none, none))).result).toMatchObject({ needs_ocr: true })
  })

  test('a server that does not say when has no as_of', async () => {
    expect((await run({})).result['as_of']).toBeNull()
    expect((await run({}, undefined, { headers: { 'last-modified': 'lately' } })).result['as_of']).toBeNull()
  })
})

describe('pdf-extract: what is asked', () => {
  test('all pages up to 200, or up to 500 of those that are named', async () => {
    expect((await run({})).asked.read).toMatchObject({ pages: null, maxPages: 200, maxChars: 200_000, tables: false })
    const { asked } = await run({ pages: '1-3,7', max_chars: 1_000, tables: true })
    const pages = [
      [1, 3],
      [7, 7],
    ]
    expect(asked.read).toMatchObject({ pages, maxPages: 500, maxChars: 1_000, tables: true })
  })

  test('20 MB at most', async () => {
    expect((await run({})).asked.fetch).toMatchObject({ maxBytes: 20_971_520, maxWireBytes: 20_971_520 })
  })
})

describe('pdf-extract: what is refused', () => {
  test.each(['5-2', '0', '', 'a', '1,'])('pages %j, before any money moves', (pages) => {
    expect(check({ pages })).toThrow(expect.objectContaining({ code: 'validation_error' }))
  })

  test.each(['ftp://e.test/a.pdf', 'file:///etc/passwd', 'https://me:you@e.test/', 'a.pdf'])('%s', (url) => {
    expect(check({ url })).toThrow(expect.objectContaining({ code: 'url_not_allowed' }))
  })

  test.each([
    [404, 'unprocessable'],
    [304, 'unprocessable'],
    [429, 'upstream_unavailable'],
    [500, 'upstream_unavailable'],
  ])('a server that answers %i: %s', async (status, code) => {
    await expect(run({}, undefined, { status })).rejects.toMatchObject({ code })
  })
})
