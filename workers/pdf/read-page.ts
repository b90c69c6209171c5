import type { HiddenTextReason } from '#shared/doors/pdf.ts'

import { cleanText } from './clean-text.ts'
import { fragmentsOf } from './fragments.ts'
import { type Line, linesOf, textOf } from './lines.ts'
import { readingBlocks } from './reading-order.ts'
import type { PageRun, PageRuns } from './read-runs.ts'
import { type Table, tablesOf } from './tables.ts'

export type HiddenText = { excerpt: string; charCount: number; reason: HiddenTextReason }

export type PageText = {
  text: string
  /** `ocr` is invisible text over a scanned page. */
  textSource: 'text' | 'ocr' | 'none'
  hidden: HiddenText[]
  tables: Table[]
}

const EXCERPT_CHARS = 200
const MOST_HIDDEN = 100
/** A page is a scan if its image covers more than SCAN_SHARE of it and OCR_SHARE of its text is invisible. */
const SCAN_SHARE = 0.5
const OCR_SHARE = 0.8

/** Converts the runs of a page to text in reading order, and separates hidden text. */
export function readPage({ runs, imageShare }: PageRuns, options: { tables: boolean }): PageText {
  const isOcr = imageShare > SCAN_SHARE && invisibleShare(runs) >= OCR_SHARE
  const isShown = ({ hidden }: PageRun) => hidden === null || (isOcr && hidden === 'invisible_render_mode')
  const shown = runs.filter(isShown)
  // The main writing direction first, then stamps and rotated labels.
  const directions = [...Map.groupBy(shown, ({ angle }) => angle)].toSorted(
    ([, one], [, other]) => lettersIn(other) - lettersIn(one),
  )
  const blocks = directions.flatMap(([angle, own]) => readingBlocks(fragmentsOf(own, angle)).map(linesOf))
  const text = cleanText(blocks.map(textOf).join('\n\n'))
  return {
    text,
    textSource: text === '' ? 'none' : isOcr ? 'ocr' : 'text',
    hidden: hiddenTexts(runs.filter((run) => !isShown(run))),
    tables: options.tables ? blocks.flatMap((lines: Line[]) => tablesOf(lines)).map(cleanTable) : [],
  }
}

const lettersIn = (runs: readonly PageRun[]) => runs.reduce((sum, { text }) => sum + text.length, 0)

function invisibleShare(runs: readonly PageRun[]): number {
  const all = lettersIn(runs)
  return all === 0 ? 0 : lettersIn(runs.filter(({ hidden }) => hidden === 'invisible_render_mode')) / all
}

/** Joins neighbouring runs that are hidden for the same reason. */
function hiddenTexts(runs: readonly PageRun[]): HiddenText[] {
  const found: HiddenText[] = []
  for (const { text, hidden } of runs) {
    const last = found.at(-1)
    if (hidden === null) continue
    if (last?.reason === hidden) {
      last.charCount += text.length
      if (last.excerpt.length < EXCERPT_CHARS) last.excerpt += ` ${text}`
    } else if (found.length < MOST_HIDDEN) {
      found.push({ excerpt: text, charCount: text.length, reason: hidden })
    }
  }
  return found.map((hidden) => ({
    ...hidden,
    excerpt: cleanText(hidden.excerpt).slice(0, EXCERPT_CHARS).toWellFormed(),
  }))
}

const cleanTable = ({ rows }: Table): Table => ({ rows: rows.map((row) => row.map(cleanText)) })
