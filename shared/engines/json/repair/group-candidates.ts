import { readValue } from './read-value.ts'
import { Reader } from './reader.ts'
import { candidatesIn, readCandidate } from './scan-texts.ts'
import type { Candidate } from './scan-texts.ts'

/** Values that belong together: one, or several with nothing but line breaks or commas between them. */
export type Group = {
  candidates: readonly [Candidate, ...Candidate[]]
  /** Where the code fence around them opens. */
  fenceAt: number | null
  end: number
}

const RECORD_SEPARATOR = '\u001e'
const FENCE = /(?:`{3,}|~{3,})[ \t]*([\w+-]*)/g

/** Everything in the text that can be read, as groups; in code fences where they hold any. `start` is its first character. */
export function groupsIn(text: string, start: number): Group[] {
  if (/[{[]/.test(text.charAt(start))) return wholeText(text, start)
  return fenced(text) ?? group(text, candidatesIn(text, start, text.length))
}

/** A text that starts with a bracket is data from there on. */
function wholeText(text: string, start: number): Group[] {
  const first = readCandidate(text, start)
  return group(text, [first, ...candidatesIn(text, first.end, text.length)])
}

/** The values in code fences; null when no fence holds any. */
function fenced(text: string): Group[] | null {
  const groups: Group[] = []
  FENCE.lastIndex = 0
  for (let match = FENCE.exec(text); match !== null; match = FENCE.exec(text)) {
    const from = FENCE.lastIndex
    const close = closingFence(text, from)
    const inside = new Reader(text, from, readValue).afterSpace(from)
    const isData = /[{[]/.test(text.charAt(inside))
    const found = isData ? blockAt(text, inside, close) : []
    for (const one of group(text, found)) groups.push({ ...one, fenceAt: match.index })
    FENCE.lastIndex = Math.max(closingFence(text, found.at(-1)?.end ?? from) + 3, from)
  }
  return groups.length === 0 ? null : groups
}

function blockAt(text: string, inside: number, close: number): Candidate[] {
  const first = readCandidate(text, inside)
  return first.end >= close ? [first] : [first, ...candidatesIn(text, first.end, close)]
}

function closingFence(text: string, from: number): number {
  const close = /`{3,}|~{3,}/g
  close.lastIndex = from
  return close.exec(text)?.index ?? text.length
}

function group(text: string, candidates: readonly Candidate[]): Group[] {
  const groups: { candidates: [Candidate, ...Candidate[]]; fenceAt: null; end: number }[] = []
  for (const candidate of candidates) {
    const last = groups.at(-1)
    if (last !== undefined && isSeparator(text, last.end, candidate.start)) {
      last.candidates.push(candidate)
      last.end = candidate.end
    } else groups.push({ candidates: [candidate], fenceAt: null, end: candidate.end })
  }
  return groups
}

/** What may stand between the lines of one stream: line breaks or commas, and the prefix of a log or event stream. */
function isSeparator(text: string, from: number, to: number): boolean {
  const gap = text
    .slice(from, Math.min(to, from + 400))
    .replace(/\/\*[^*]*\*\/|\/\/[^\n]*|#[^\n]*/g, '')
    .replaceAll(RECORD_SEPARATOR, '\n')
  if (to - from > 400 || !/[\n\r,]/.test(gap)) return false
  if (/^[\s,;]*$/.test(gap)) return true
  const line = /^\s*[\r\n]+\s*([^\r\n]+)$/.exec(gap)?.[1]
  return (
    line !== undefined &&
    /^(?:data:\s*|\[?\d{4}-\d\d-\d\d[T\s].{0,200}|.{0,80}\b(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR)\b.{0,120})$/.test(
      line,
    )
  )
}
