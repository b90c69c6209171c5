/** The vocabulary of an encoding as gpt-tokenizer ships it: tokens by rank, as text or (where not UTF-8) as bytes. */
export type Ranks = readonly (string | readonly number[] | undefined)[]

/** No pair: the two neighbours are not a token together. */
const NONE = 0x7fff_ffff
/** Above any place in a piece (8 MiB of body, three bytes a character at most), so rank and place fit one number. */
const PLACES = 2 ** 25

/**
 * Counts the tokens of one piece (a run the encoding's own split does not break) exactly, in n log n time. The library's
 * merge is quadratic, so it is only given short pieces. Builds its table on the first call.
 */
export function bytePairCounter(ranks: Ranks): (piece: string) => number {
  let table: { ranks: Map<string, number>; longest: number } | undefined
  return (piece) => countMerged(Buffer.from(piece, 'utf8').toString('latin1'), (table ??= tableOf(ranks)))
}

/** Byte strings (one character a byte) to ranks; `longest` is the most bytes a token has. */
function tableOf(ranks: Ranks) {
  const byBytes = new Map<string, number>()
  let longest = 0
  ranks.forEach((token, rank) => {
    if (token === undefined) return
    const bytes = Buffer.from(typeof token === 'string' ? token : Uint8Array.from(token)).toString('latin1')
    byBytes.set(bytes, rank)
    longest = Math.max(longest, bytes.length)
  })
  return { ranks: byBytes, longest }
}

/** Merges the lowest-ranked pair, leftmost first, until no two neighbours are a token; answers with what is left. */
function countMerged(bytes: string, { ranks, longest }: { ranks: Map<string, number>; longest: number }): number {
  const end = bytes.length
  const next = Int32Array.from({ length: end + 1 }, (_, at) => at + 1)
  const before = Int32Array.from({ length: end + 1 }, (_, at) => at - 1)
  const pairRank = new Int32Array(end + 1).fill(NONE)
  const heap = new LowestFirst()
  const place = (at: number) => {
    const middle = next[at] ?? end
    const until = middle < end ? (next[middle] ?? end) : end
    const isPair = middle < end && until - at <= longest
    const rank = isPair ? (ranks.get(bytes.slice(at, until)) ?? NONE) : NONE
    pairRank[at] = rank
    if (rank !== NONE) heap.push(rank * PLACES + at)
  }
  for (let at = 0; at < end - 1; at += 1) place(at)
  let left = end
  for (let lowest = heap.pop(); lowest !== undefined; lowest = heap.pop()) {
    const at = lowest % PLACES
    // A pair whose neighbour was merged meanwhile is still in the heap with its old rank.
    if (pairRank[at] !== Math.floor(lowest / PLACES)) continue
    const middle = next[at] ?? end
    const until = next[middle] ?? end
    next[at] = until
    before[until] = at
    pairRank[middle] = NONE
    left -= 1
    place(at)
    const previous = before[at] ?? -1
    if (previous >= 0) place(previous)
  }
  return left
}

/** A binary heap of numbers. */
class LowestFirst {
  readonly #items: number[] = []

  push(item: number): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] ?? item
      if (above <= item) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): number | undefined {
    const items = this.#items
    const lowest = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return lowest
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= items.length) break
      const right = left + 1
      const child = right < items.length && (items[right] ?? 0) < (items[left] ?? 0) ? right : left
      const below = items[child] ?? last
      if (below >= last) break
      items[at] = below
      at = child
    }
    items[at] = last
    return lowest
  }
}
