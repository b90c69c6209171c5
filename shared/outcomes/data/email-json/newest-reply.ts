import { HEADER_BLOCK, QUOTE_MARKS, SIGNATURE_MARKS } from './quote-marks.rules.ts'

const MAX_LINE = 600

/** What was newly written in a message: without quoted lines, what follows a quote mark, and the signature. */
export function newestReply(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.trimEnd())
  const kept: string[] = []
  for (const [at, full] of lines.entries()) {
    const line = full.slice(0, MAX_LINE).trim()
    if (QUOTE_MARKS.some((mark) => mark.test(line) || mark.test(pairOf(line, lines[at + 1])))) break
    if (HEADER_BLOCK.first.test(line) && HEADER_BLOCK.next.test((lines[at + 1] ?? '').slice(0, MAX_LINE).trim())) break
    // A signature before anything was said is no signature.
    if (kept.length > 0 && SIGNATURE_MARKS.some((mark) => mark.test(line))) break
    if (!line.startsWith('>')) kept.push(full)
  }
  return kept.join('\n').trim()
}

/** Mail programs break "On ... wrote:" over two lines. */
const pairOf = (line: string, next = '') =>
  /^\p{L}/u.test(line) && line.length < 200 ? `${line} ${next.slice(0, 200).trim()}` : ''
