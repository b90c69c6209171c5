/** A synset: words that share a sense. `antonyms[n]` are (synset offset, word number) pairs opposed to word n + 1. */
export type Synset = {
  words: string[]
  antonyms: { word: number; offset: number; target: number }[]
  definition: string
  examples: string[]
}

/** Reads a data line: `offset lex_file type w_cnt word lex_id ... p_cnt pointer ... | gloss`. Counts of words are hex. */
export function readSynset(line: string): Synset {
  const bar = line.indexOf(' | ')
  const fields = line.slice(0, bar).split(' ')
  const wordCount = Number.parseInt(fields[3] ?? '0', 16)
  const words = Array.from({ length: wordCount }, (_none, index) => plainWord(fields[4 + 2 * index] ?? ''))

  const first = 5 + 2 * wordCount
  const pointerCount = Number(fields[first - 1])
  const antonyms = Array.from({ length: pointerCount }, (_none, index) =>
    fields.slice(first + 4 * index, first + 4 * index + 4),
  )
    .filter(([symbol]) => symbol === '!')
    .map(([, offset, , between = '0000']) => ({
      word: Number.parseInt(between.slice(0, 2), 16),
      offset: Number(offset),
      target: Number.parseInt(between.slice(2), 16),
    }))
  return { words, antonyms, ...readGloss(line.slice(bar + 3)) }
}

/** `_` stands for a space, and some adjectives carry where they may stand: `galore(ip)`. */
const plainWord = (word: string) => word.replace(/\((?:a|p|ip)\)$/, '').replaceAll('_', ' ')

/** A gloss is a definition and then its examples in quotes, parted by semicolons. */
function readGloss(gloss: string): { definition: string; examples: string[] } {
  const quote = gloss.search(/(?:^|[;:,]\s*|\s)"/)
  const definition = (quote === -1 ? gloss : gloss.slice(0, quote)).trim().replace(/[;:,]+$/, '')
  const quoted = quote === -1 ? [] : [...gloss.slice(quote).matchAll(/"([^"]+)"(?:\s*-{1,2}\s*([^;"]+))?/g)]
  const examples = quoted.map(([, text = '', author]) =>
    author === undefined ? text.trim() : `${text.trim()} - ${author.trim()}`,
  )
  return { definition: definition.trim() || gloss.trim(), examples: examples.filter((text) => text !== '') }
}
