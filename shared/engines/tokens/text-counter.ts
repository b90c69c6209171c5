import { bytePairCounter, type Ranks } from './byte-pairs.ts'

/** The encodings whose vocabulary is public. */
export type Encoding = 'o200k_base' | 'cl100k_base' | 'p50k_base' | 'r50k_base'

/** Exact number of tokens of a text; what looks like a special token is counted as plain text. */
export type TextCounter = (text: string) => number

/** A piece longer than this is merged by our own code, as the library's time grows with the square of it. */
const LONG_PIECE = 200

type Library = {
  countTokens: (text: string, options: { allowedSpecial: Set<string>; disallowedSpecial: Set<string> }) => number
}
type Parts = { library: Library; ranks: Ranks; split: RegExp }

const SPLITS = () => import('gpt-tokenizer/encodingParams/constants')

const load: Record<Encoding, () => Promise<Parts>> = {
  o200k_base: async () => ({
    library: await import('gpt-tokenizer/encoding/o200k_base'),
    ranks: (await import('gpt-tokenizer/bpeRanks/o200k_base')).default,
    split: (await SPLITS()).O200K_TOKEN_SPLIT_REGEX,
  }),
  cl100k_base: async () => ({
    library: await import('gpt-tokenizer/encoding/cl100k_base'),
    ranks: (await import('gpt-tokenizer/bpeRanks/cl100k_base')).default,
    split: (await SPLITS()).CL100K_TOKEN_SPLIT_REGEX,
  }),
  p50k_base: async () => ({
    library: await import('gpt-tokenizer/encoding/p50k_base'),
    ranks: (await import('gpt-tokenizer/bpeRanks/p50k_base')).default,
    split: (await SPLITS()).R50K_TOKEN_SPLIT_REGEX,
  }),
  r50k_base: async () => ({
    library: await import('gpt-tokenizer/encoding/r50k_base'),
    ranks: (await import('gpt-tokenizer/bpeRanks/r50k_base')).default,
    split: (await SPLITS()).R50K_TOKEN_SPLIT_REGEX,
  }),
}

const loaded = new Map<Encoding, Promise<TextCounter>>()

/** The counter of an encoding; its vocabulary is loaded on the first call (some tenths of a second) and kept. */
export function textCounter(encoding: Encoding): Promise<TextCounter> {
  const known = loaded.get(encoding)
  if (known !== undefined) return known
  const counter = load[encoding]().then(counterOf)
  loaded.set(encoding, counter)
  return counter
}

function counterOf({ library, ranks, split }: Parts): TextCounter {
  const countPiece = bytePairCounter(ranks)
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
  return (text) => {
    if (text.length <= LONG_PIECE) return library.countTokens(text, plain)
    let total = 0
    let from = 0
    // Space is split by what follows it, so space before a cut is counted piece by piece; all else is counted as a
    // whole, as a cut after it changes nothing.
    let spaces: string[] = []
    let spacesAt = 0
    for (const { 0: piece, index } of text.matchAll(split)) {
      if (piece.length > LONG_PIECE) {
        total += library.countTokens(text.slice(from, spaces.length === 0 ? index : spacesAt), plain)
        total += spaces.reduce((sum, space) => sum + library.countTokens(space, plain), 0)
        total += countPiece(piece)
        from = index + piece.length
        spaces = []
        continue
      }
      if (/\S/.test(piece)) {
        if (spaces.length > 0) spaces = []
        continue
      }
      if (spaces.length === 0) spacesAt = index
      spaces.push(piece)
    }
    return total + library.countTokens(text.slice(from), plain)
  }
}
