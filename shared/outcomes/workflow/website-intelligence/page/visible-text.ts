import { INLINE, UNSEEN } from '#shared/lib/html-elements.ts'
import { oneLine } from '#shared/engines/site/one-line.ts'
import { TermCounter, WordDivider } from './words.ts'

/** Repeated on every page of a site, so no sign of what one page is about. */
const FRAME = new Set(['nav', 'footer'])
const MOST_CHARS = 300_000
const MOST_HEADINGS = 40
/** Words on both sides of it are no pair. */
const CLAUSE_END = /[.,;:!?()|–—·•"“”。、，]+(?:\s|$)/
const WEIGHTS = [0, 4, 3, 2] as const

/** Gathers what a reader sees while the parser walks a page: text, headings, and what the page is about. */
export class VisibleText {
  readonly headings: { level: number; text: string }[] = []
  #unseen = 0
  #frame = 0
  readonly #lines: string[] = []
  #line = ''
  #chars = 0
  #heading: { level: number; text: string } | null = null

  open(tag: string): void {
    if (UNSEEN.has(tag)) this.#unseen += 1
    if (FRAME.has(tag)) this.#frame += 1
    if (!INLINE.has(tag)) this.#break()
    const level = /^h([1-6])$/.exec(tag)?.[1]
    if (level !== undefined && this.#unseen === 0) this.#heading = { level: Number(level), text: '' }
  }

  close(tag: string): void {
    if (UNSEEN.has(tag)) this.#unseen = Math.max(0, this.#unseen - 1)
    if (FRAME.has(tag)) this.#frame = Math.max(0, this.#frame - 1)
    if (!INLINE.has(tag)) this.#break()
    if (this.#heading !== null && tag === `h${this.#heading.level}`) this.#endHeading(this.#heading)
  }

  add(text: string): void {
    if (this.#unseen > 0) return
    if (this.#heading !== null && this.#heading.text.length < 2_000) this.#heading.text += text
    if (this.#frame > 0 || this.#chars > MOST_CHARS) return
    this.#chars += text.length
    this.#line += text
  }

  /** Words in running text, and the terms of the page with its title and description. */
  end(title: string, description: string): { words: number; terms: Record<string, number> } {
    const terms = new TermCounter()
    const divider = new WordDivider()
    this.#break()
    terms.add(divider.wordsOf(title), 5)
    terms.add(divider.wordsOf(description), 3)
    for (const { level, text } of this.headings) terms.add(divider.wordsOf(text), WEIGHTS[level] ?? 1)
    let words = 0
    for (const line of this.#lines) {
      for (const clause of line.split(CLAUSE_END)) {
        const inClause = divider.wordsOf(clause)
        words += inClause.length
        terms.add(inClause, 1)
      }
    }
    return { words, terms: terms.top() }
  }

  #break(): void {
    if (this.#line !== '') this.#lines.push(this.#line)
    this.#line = ''
  }

  #endHeading({ level, text }: { level: number; text: string }): void {
    this.#heading = null
    const line = oneLine(text, 200)
    if (line !== '' && this.headings.length < MOST_HEADINGS) this.headings.push({ level, text: line })
  }
}
