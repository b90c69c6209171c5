import { INLINE, UNSEEN, VOID } from '#shared/lib/html-elements.ts'
import { oneLine } from '#shared/engines/site/one-line.ts'

import type { PageBlock } from './company-page.ts'

const MOST_BLOCKS = 900
const MOST_CHARS = 80_000
const MOST_BLOCK_CHARS = 700
const KEPT_BOXES = 5

/** Gathers the visible text of a page in blocks, each with the elements that enclose it. */
export class PageBlocks {
  readonly blocks: PageBlock[] = []
  readonly #stack: { tag: string; id: number }[] = []
  #ids = 0
  #unseen = 0
  #level = 0
  #text = ''
  #chars = 0

  open(tag: string): void {
    if (UNSEEN.has(tag)) this.#unseen += 1
    if (INLINE.has(tag)) {
      // Small print in a heading is a separate line: a title next to a name, a period next to a price.
      if (tag === 'small' && this.#level > 0) {
        this.#flush()
        this.#level = 0
      }
      return
    }
    this.#flush()
    const level = /^h([1-6])$/.exec(tag)?.[1]
    if (level !== undefined) this.#level = Number(level)
    this.#ids += 1
    if (!VOID.has(tag)) this.#stack.push({ tag, id: this.#ids })
  }

  add(text: string): void {
    if (this.#unseen === 0 && this.#text.length < MOST_BLOCK_CHARS * 4) this.#text += text
  }

  close(tag: string): void {
    if (UNSEEN.has(tag)) this.#unseen = Math.max(0, this.#unseen - 1)
    if (INLINE.has(tag)) return
    this.#flush()
    if (/^h[1-6]$/.test(tag)) this.#level = 0
    if (this.#stack.at(-1)?.tag === tag) this.#stack.pop()
  }

  end(): PageBlock[] {
    this.#flush()
    return this.blocks
  }

  #flush(): void {
    if (this.#text === '') return
    const text = oneLine(this.#text, MOST_BLOCK_CHARS)
    this.#text = ''
    if (text === '' || this.blocks.length >= MOST_BLOCKS || this.#chars > MOST_CHARS) return
    this.#chars += text.length
    this.blocks.push({ level: this.#level, text, boxes: this.#stack.slice(-KEPT_BOXES).map(({ id }) => id) })
  }
}

/** The innermost element that two blocks share, as an order: higher is closer. 0 where they share none that is known. */
export function nearness(one: PageBlock, other: PageBlock): number {
  return Math.max(0, ...one.boxes.filter((box) => other.boxes.includes(box)))
}
