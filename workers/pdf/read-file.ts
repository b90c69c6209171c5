import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'

import type { PdfPage, PdfReading, PdfRefusalReason, PdfRequest } from '#shared/doors/pdf.ts'

import { linksOf, metadataOf, outlineOf } from './document-facts.ts'
import { damageSoFar, hasMemoryRunOut, saysOutOfMemory } from './watch-engine.ts'
import type { FontFacts } from './graphics-state.ts'
import { matrixOf } from './matrix.ts'
import { boxOf, listOf, numberOf } from './operands.ts'
import { openDocument } from './open-document.ts'
import { readPage } from './read-page.ts'
import { readRuns } from './read-runs.ts'

/** A job for the child process. */
export type PdfJob = Omit<PdfRequest, 'signal'>
/** Answer of the child: the reading, or why it failed. `pages` is used in the message. */
export type PdfAnswer = { reading: PdfReading } | { refused: PdfRefusalReason; pages?: number }

/** Page limits of documents: when the caller names no pages ... */
const MOST_PAGES_UNNAMED = 500
/** ... and always, because finding a page means walking the page tree. */
const MOST_PAGES = 5_000
const MOST_HIDDEN = 200

/** Reads a whole file. An unreadable file is a regular answer; only memory and time limits end the process. */
export async function readFile(data: Uint8Array, job: PdfJob): Promise<PdfAnswer> {
  const document = await openDocument(data).catch((error: unknown) => reasonOf(error))
  if (typeof document === 'string') return { refused: document }
  const pageCount = document.numPages
  if (pageCount < 1) return { refused: 'malformed_pdf' }
  if (pageCount > (job.pages === null ? MOST_PAGES_UNNAMED : MOST_PAGES)) {
    return { refused: 'pdf_too_complex', pages: pageCount }
  }
  const numbers = wantedPages(job, pageCount)
  if (numbers.length === 0) return { refused: 'no_such_page', pages: pageCount }
  const reading: PdfReading = {
    pageCount,
    pages: [],
    damagedPages: [],
    metadata: await metadataOf(document),
    outline: await outlineOf(document),
    links: [],
    hiddenText: [],
    truncated: job.pages === null && numbers.length < pageCount,
  }
  await readPages(document, numbers.slice(0, job.maxPages), reading, job)
  if (numbers.length > job.maxPages) reading.truncated = true
  if (hasMemoryRunOut()) return { refused: 'pdf_too_complex', pages: pageCount }
  return reading.pages.length === 0 ? { refused: 'malformed_pdf' } : { reading }
}

/** Reads pages until the text limit is reached. */
async function readPages(document: PDFDocumentProxy, numbers: readonly number[], reading: PdfReading, job: PdfJob) {
  let left = job.maxChars
  for (const n of numbers) {
    if (left <= 0) {
      reading.truncated = true
      return
    }
    const page = await document.getPage(n).catch(() => null)
    const read = page === null ? null : await readOne(page, n, job)
    if (read === null || read.isDamaged) reading.damagedPages.push(n)
    if (read === null) continue
    if (read.page.text.length > left) {
      read.page.text = read.page.text.slice(0, left).toWellFormed()
      reading.truncated = true
    }
    left -= read.page.text.length
    reading.pages.push(read.page)
    reading.links.push(...read.links.map((url) => ({ page: n, url })))
    const hidden = read.hidden.map((text) => ({ page: n, ...text }))
    reading.hiddenText.push(...hidden.slice(0, MOST_HIDDEN - reading.hiddenText.length))
  }
}

async function readOne(page: PDFPageProxy, n: number, { tables }: PdfJob) {
  const before = damageSoFar()
  const operators = await page.getOperatorList().catch(() => null)
  if (operators === null) return null
  // On an error inside a page the engine returns partial operators without reporting it.
  const isDamaged = damageSoFar() > before
  const view = boxOf(page.view)
  const fonts = new Map<string, FontFacts | null>()
  const fontOf = (id: string) => {
    if (!fonts.has(id)) fonts.set(id, fontFacts(page, id))
    return fonts.get(id) ?? null
  }
  const read = readPage(readRuns(operators, view, fontOf), { tables })
  if (isDamaged && read.text === '') return null
  const links = await linksOf(page)
  page.cleanup()
  const [width, height] = [view[2] - view[0], view[3] - view[1]].map((points) =>
    roundPoints(points * (page.userUnit || 1)),
  )
  const isTurned = page.rotate % 180 !== 0
  const facts: PdfPage = {
    n,
    text: read.text,
    textSource: read.textSource,
    width: (isTurned ? height : width) ?? 0,
    height: (isTurned ? width : height) ?? 0,
    rotation: page.rotate,
    tables: tables ? read.tables : null,
  }
  return { page: facts, links, hidden: read.hidden, isDamaged }
}

/** Page numbers to read, in the requested order, without duplicates. */
function wantedPages({ pages, maxPages }: PdfJob, pageCount: number): number[] {
  const wanted = new Set<number>()
  for (const [first, last] of pages ?? [[1, pageCount] as const]) {
    // Collect one more than is read, to detect truncation.
    for (let n = first; n <= Math.min(last, pageCount) && wanted.size <= maxPages; n += 1) wanted.add(n)
  }
  return [...wanted]
}

function fontFacts(page: PDFPageProxy, id: string): FontFacts | null {
  if (!page.commonObjs.has(id)) return null
  // Safe: fonts in the engine's store are objects; each field is validated.
  const font = page.commonObjs.get(id) as Record<string, unknown>
  const [width, x, y] = Array.from(listOf(font['defaultVMetrics']), numberOf)
  return {
    vertical: font['vertical'] === true,
    isType3: font['isType3Font'] === true,
    matrix: font['fontMatrix'] === undefined ? [0.001, 0, 0, 0.001, 0, 0] : matrixOf(listOf(font['fontMatrix'])),
    verticalMetrics: [width ?? -1_000, x ?? 0, y ?? 0],
  }
}

function reasonOf(error: unknown): PdfRefusalReason {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'PasswordException') return 'encrypted_pdf'
  return hasMemoryRunOut() || saysOutOfMemory(message) ? 'pdf_too_complex' : 'malformed_pdf'
}

const roundPoints = (points: number) => Math.round(points * 100) / 100
