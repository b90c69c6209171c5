/** First and last page, both from 1; the last may be past the end of the file. */
export type PageRange = readonly [first: number, last: number]

const PART = /^(\d{1,6})(?:\s*-\s*(\d{1,6})?)?$/
const TO_THE_END = 999_999

/**
 * Reads `1-3,7` or `5-` (from there to the end). Null when it is anything else, or when a range runs backwards; overlaps
 * are fine, a page is read once.
 */
export function parsePageRanges(text: string): PageRange[] | null {
  const ranges: PageRange[] = []
  for (const part of text.split(',')) {
    const [match, from = '', to] = PART.exec(part.trim()) ?? []
    if (match === undefined) return null
    const first = Number(from)
    const last = to === undefined ? (match.includes('-') ? TO_THE_END : first) : Number(to)
    if (first < 1 || last < first) return null
    ranges.push([first, last])
  }
  return ranges
}
