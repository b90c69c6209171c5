import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'

import type { PdfReading } from '#shared/doors/pdf.ts'

import { cleanText } from './clean-text.ts'
import { isoOfPdfDate } from './pdf-date.ts'

const MOST_OUTLINE_ITEMS = 1_000
const MOST_LINKS_A_PAGE = 200
const MOST_CHARS = 500
const MOST_URL_CHARS = 2_048

/** Reads the information dictionary: title, author and so on. Null for missing values. */
export async function metadataOf(document: PDFDocumentProxy): Promise<PdfReading['metadata']> {
  const info: Record<string, unknown> = await document.getMetadata().then(
    ({ info }) => ({ ...info }),
    () => ({}),
  )
  const text = (key: string) => {
    const value = info[key]
    const clean = typeof value === 'string' ? cleanText(value).trim().slice(0, MOST_CHARS).toWellFormed() : ''
    return clean === '' ? null : clean
  }
  const date = (key: string) => isoOfPdfDate(text(key) ?? '')
  return {
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    creator: text('Creator'),
    producer: text('Producer'),
    createdAt: date('CreationDate'),
    modifiedAt: date('ModDate'),
    pdfVersion: text('PDFFormatVersion'),
    encrypted: typeof info['EncryptFilterName'] === 'string',
  }
}

type OutlineItem = { title: string; dest: string | unknown[] | null; items: OutlineItem[] }

/** Reads the bookmarks as a flat list with page and depth (from 1). */
export async function outlineOf(document: PDFDocumentProxy): Promise<PdfReading['outline']> {
  // Safe: the engine types its items as `any`; the fields are validated below.
  const roots = (await document.getOutline().catch(() => null)) as OutlineItem[] | null
  const outline: PdfReading['outline'] = []
  const waiting = (roots ?? []).map((item) => ({ item, level: 1 })).toReversed()
  for (let next = waiting.pop(); next !== undefined && outline.length < MOST_OUTLINE_ITEMS; next = waiting.pop()) {
    const { item, level } = next
    const title = cleanText(item.title).trim().slice(0, MOST_CHARS).toWellFormed()
    outline.push({ title, page: await pageOf(document, item.dest), level })
    waiting.push(...item.items.map((child) => ({ item: child, level: level + 1 })).toReversed())
  }
  return outline
}

async function pageOf(document: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | null> {
  try {
    const explicit: unknown[] | null = typeof dest === 'string' ? await document.getDestination(dest) : dest
    const target = explicit?.[0]
    if (typeof target === 'number') return target + 1
    if (typeof target !== 'object' || target === null) return null
    // Safe: an object is the engine's own reference. For anything else the call rejects.
    return (await document.getPageIndex(target as Parameters<typeof document.getPageIndex>[0])) + 1
  } catch {
    return null
  }
}

/** Web addresses of the links on a page, without duplicates. */
export async function linksOf(page: PDFPageProxy): Promise<string[]> {
  const annotations: unknown[] = await page.getAnnotations().catch(() => [])
  const urls = new Set<string>()
  for (const annotation of annotations) {
    if (typeof annotation !== 'object' || annotation === null || !('url' in annotation)) continue
    const { url } = annotation
    if (typeof url === 'string' && url.length <= MOST_URL_CHARS && urls.size < MOST_LINKS_A_PAGE) urls.add(url)
  }
  return [...urls]
}
