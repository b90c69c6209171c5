import { readValue } from './read-value.ts'
import { Reader } from './reader.ts'
import type { Repair } from './repair-log.ts'

/** A stretch of the text that reads as an object or array. */
export type Candidate = {
  start: number
  end: number
  value: unknown
  repairs: readonly Repair[]
  /** More likely a remark in brackets than data: a link, a footnote, a placeholder. */
  isRemark: boolean
}

/** Reads the object or array whose bracket stands at `start`. */
export function readCandidate(text: string, start: number): Candidate {
  const reader = new Reader(text, start, readValue)
  const value = reader.value('root')
  const { repairs } = reader.log
  return { start, end: reader.at, value, repairs, isRemark: isRemark(text, start, reader.at, value, repairs) }
}

/** Every object and array between two positions, one after the other, never inside each other. */
export function candidatesIn(text: string, from: number, to: number): Candidate[] {
  const candidates: Candidate[] = []
  const pattern = /[{[]/g
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match !== null && match.index < to; match = pattern.exec(text)) {
    if (!startsData(text, match.index)) continue
    const candidate = readCandidate(text, match.index)
    if (isRunaway(text, candidate)) continue
    candidates.push(candidate)
    pattern.lastIndex = Math.max(candidate.end, match.index + 1)
  }
  return candidates
}

/** Whether what follows a bracket in the middle of prose looks like data and not like a remark. */
function startsData(text: string, at: number): boolean {
  const inside = text.slice(at + 1, at + 200).trimStart()
  if (text[at] === '{')
    return /^(?:$|["'}{\u201c\u2018\\]|\/[/*]|#|\.{3}|[\p{L}_$][\p{L}\p{N}_$-]*["']?\s*(?:[:=]|["'{[]|$)|-?\d+\s*[:,])/u.test(
      inside,
    )
  return /^(?:$|["'{[\]\u201c\u2018\\(]|\/[/*]|#|\.{3}|-?[\d.]|(?:true|false|null|True|False|None|NaN|undefined)\b)/.test(
    inside,
  )
}

/** A bracket of prose that was never closed and swallowed the text up to its end. */
function isRunaway(text: string, { start, end, repairs }: Candidate): boolean {
  if (text[start] === '{' || !repairs.some(({ code }) => code === 'closed_bracket')) return false
  return (
    end >= text.length && repairs.filter(({ code }) => code === 'quoted_value' || code === 'dropped_text').length > 2
  )
}

function isRemark(text: string, start: number, end: number, value: unknown, repairs: readonly Repair[]): boolean {
  if (Array.isArray(value) && text[start] === '[') {
    if (text[end] === '(' || text[end] === ':') return true
    if (repairs.length >= value.length && repairs.every(({ code }) => code === 'quoted_value')) return true
    if (value.length <= 3 && value.every((item) => typeof item === 'number')) return end - start < 16
  }
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  const guessed = repairs.some(({ code }) => code === 'missing_value' || code === 'dropped_text')
  return isEmpty || (guessed && end - start < 60)
}
