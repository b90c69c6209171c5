import type { Document } from './documents.ts'

/** A place in a document that fits a search: the heading it stands under, and its line. */
export type Hit = { document: Document; heading: string; line: string; score: number }

/** Most places that are shown, most words that are read, and the longest line in letters. */
const [MOST_HITS, MOST_WORDS, MOST_LETTERS] = [24, 8, 220]

type Section = { document: Document; heading: string; lines: string[]; text: string }

let sections: { of: ReadonlyMap<string, Document>; all: Section[] } | undefined

/** The sections of documents that say the words of a search, those that say all of them and say them in the heading first. */
export function searchDocuments(documents: ReadonlyMap<string, Document>, text: string): Hit[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => word.length > 1)
    .slice(0, MOST_WORDS)
  if (words.length === 0) return []
  if (sections?.of !== documents) sections = { of: documents, all: [...documents.values()].flatMap(sectionsOf) }
  return sections.all
    .flatMap((section) => {
      const said = words.filter((word) => section.text.includes(word)).length
      const named = words.filter((word) => section.heading.toLowerCase().includes(word)).length
      const score = said * 2 + named * 3
      return said < words.length
        ? []
        : [{ document: section.document, heading: section.heading, line: lineOf(section, words), score }]
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
}

function sectionsOf(document: Document): Section[] {
  return document.text.split(/^(?=#{1,3} )/m).map((part) => {
    const [first = '', ...rest] = part.split('\n')
    const heading = /^#{2,3} (.+)$/.exec(first)?.[1]?.replaceAll('`', '') ?? ''
    return { document, heading, lines: rest, text: part.toLowerCase() }
  })
}

function lineOf({ lines }: Section, words: readonly string[]): string {
  const best =
    lines.find((line) => words.some((word) => line.toLowerCase().includes(word))) ??
    lines.find((line) => line !== '') ??
    ''
  const plain = best
    .replaceAll(/[`*|]/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > MOST_LETTERS ? `${plain.slice(0, MOST_LETTERS)}…` : plain
}
