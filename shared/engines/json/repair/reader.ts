import { Refusal } from '#shared/errors.ts'

import { clip } from '../json-value.ts'
import { RepairLog } from './repair-log.ts'
import type { Effect, RepairCode } from './repair-log.ts'

/** The position of a value, which decides which characters can follow it. */
export type Context = 'root' | 'member' | 'item'

export type Bracket = '{' | '[' | '('

type ReadValue = (reader: Reader, context: Context) => unknown

const MAX_DEPTH = 400
/** Characters looked at, per character of the text and at least: far more than any honest text needs. */
const WORK_PER_CHARACTER = 60
const MIN_WORK = 2_000_000

// White space that JSON does not have: other Unicode spaces, the record separator of RFC 7464, the BOM.
const SPECIAL_SPACE = /[\v\f\u00a0\u1680\u180e\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/
const RECORD_SEPARATOR = 0x1e

/** A position in a text, the brackets open there, and the log of what was repaired on the way. */
export class Reader {
  readonly text: string
  readonly log = new RepairLog()
  readonly open: Bracket[] = []
  /** The brackets that were never closed were at the end of the text. */
  at: number
  readonly end: number
  readonly #readValue: ReadValue
  #work = 0

  constructor(text: string, at: number, readValue: ReadValue) {
    this.text = text
    this.at = at
    this.end = text.length
    this.#readValue = readValue
  }

  /** The next character; empty at the end and at a closing code fence. */
  get next(): string {
    return this.atFence() ? '' : this.text.charAt(this.at)
  }

  get isDone(): boolean {
    return this.at >= this.end || this.atFence()
  }

  atFence(at = this.at): boolean {
    return this.text[at] === '`' && this.text.startsWith('```', at)
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  /** Matches a sticky pattern here. */
  match(sticky: RegExp, at = this.at): RegExpExecArray | null {
    sticky.lastIndex = at
    return sticky.exec(this.text)
  }

  value(context: Context): unknown {
    return this.#readValue(this, context)
  }

  enter(bracket: Bracket): void {
    if (this.open.length >= MAX_DEPTH) {
      throw new Refusal('unprocessable', `The text is nested deeper than ${MAX_DEPTH} levels.`, {
        extra: { reason: 'too_deep' },
      })
    }
    this.open.push(bracket)
  }

  leave(): void {
    this.open.pop()
  }

  get parent(): Bracket | undefined {
    return this.open.at(-2)
  }

  /** Counts characters that are looked at again, so that no text takes more than linear time. */
  spend(characters: number): void {
    this.#work += characters
    if (this.#work <= Math.max(MIN_WORK, this.end * WORK_PER_CHARACTER)) return
    throw new Refusal(
      'unprocessable',
      'This text is too ambiguous to repair. Send a smaller or less damaged part of it.',
      {
        extra: { reason: 'too_complex' },
      },
    )
  }

  repair(code: RepairCode, detail: string, at = this.at, effect?: Effect): void {
    this.log.add(code, at, detail, effect)
  }

  /** The first position from `at` that is no white space of any kind. */
  afterSpace(at: number): number {
    let to = at
    while (to < this.end && isSpace(this.text.charCodeAt(to), this.text, to)) to += 1
    this.spend(to - at)
    return to
  }

  /** Skips white space and comments, which is noted. */
  skipBlank(): void {
    for (;;) {
      this.#skipSpace()
      const comment = this.#commentEnd()
      if (comment === null) return
      this.repair('comment', `removed ${clip(this.text.slice(this.at, comment), 60)}`)
      this.at = comment
    }
  }

  #skipSpace(): void {
    const start = this.at
    let special = -1
    while (this.at < this.end) {
      const code = this.text.charCodeAt(this.at)
      if (!isJsonSpace(code)) {
        if (!isSpace(code, this.text, this.at)) break
        if (special === -1) special = this.at
      }
      this.at += 1
    }
    this.spend(this.at - start)
    if (special !== -1) this.repair('special_whitespace', 'replaced white space that JSON does not have', special)
  }

  #commentEnd(): number | null {
    if (this.startsWith('/*')) return this.#endOf('*/', 2)
    if (this.startsWith('<!--')) return this.#endOf('-->', 3)
    const isHash = this.text[this.at] === '#' && this.match(/#[0-9a-fA-F]{3,8}(?=\s*[,}\]])/y) === null
    if (!this.startsWith('//') && !isHash) return null
    const length = this.match(/[^\r\n]*/y)?.[0].length ?? 0
    if (this.at + length < this.end) return this.at + length
    // On the last line, the closing brackets are not part of the comment.
    const bracket = this.match(/[^\]}]*/y)?.[0].length ?? length
    return this.at + Math.min(bracket, length)
  }

  #endOf(closing: string, length: number): number {
    const found = this.text.indexOf(closing, this.at + 2)
    return found === -1 ? this.end : found + length
  }
}

const isJsonSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const isSpace = (code: number, text: string, at: number) =>
  isJsonSpace(code) || code === RECORD_SEPARATOR || (code > 10 && SPECIAL_SPACE.test(text.charAt(at)))
