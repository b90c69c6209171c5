import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { harmlessTexts, ruleExamples } from '#test/support/hostile/injection-examples.ts'

import { harmlessSentences } from './harmless-sentences.ts'

/** A text that nobody wrote as an attack; texts of one package are of one group. */
export type Harmless = { text: string; group: string }

const MOST_BYTES = 100_000
const PIECE = 1_500
/** Pieces taken from one package: a few long manuals must not outweigh all others. */
const PIECES = 6

/**
 * Tells whether the files of a package may be read and learned from, by the hash of its name. `measure:ordinary` reports
 * the other half apart.
 */
export const isReadHalf = (path: string): boolean =>
  Number.parseInt(sha256Hex(Buffer.from(packageOf(path)))[0] ?? '0', 16) % 2 === 0

/** The package that a path below `node_modules` belongs to, copies of it in other packages included. */
export const packageOf = (path: string): string => /(?:^|.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path

/** Markdown and translated messages of the installed packages of the read half, and the project's own harmless examples. */
export function harmlessFor(folder: string): Harmless[] {
  const taken = new Map<string, number>()
  const seen = new Set<string>()
  const pieces: Harmless[] = []
  const files = [...globSync('**/*.md', { cwd: folder }), ...globSync('axe-core/locales/??.json', { cwd: folder })]
  for (const path of files.toSorted()) {
    if (!isReadHalf(path)) continue
    const bytes = readFileSync(join(folder, path))
    if (bytes.length === 0 || bytes.length > MOST_BYTES || bytes.includes(0)) continue
    const group = path.endsWith('.json') ? path : packageOf(path)
    for (const text of inPieces(bytes.toString('utf8'))) {
      const count = taken.get(group) ?? 0
      const key = sha256Hex(Buffer.from(text))
      if (count >= PIECES || seen.has(key)) continue
      seen.add(key)
      taken.set(group, count + 1)
      pieces.push({ text, group: `package:${dirname(path) === '.' ? path : group}` })
    }
  }
  const own = [...harmlessTexts, ...harmlessSentences, ...ruleExamples.map(([, , harmless]) => harmless)]
  return [...pieces, ...own.map((text, nth) => ({ text, group: `own:${nth}` }))]
}

/** A text in pieces of whole lines. */
function inPieces(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const line of text.split('\n')) {
    if (piece.length + line.length > PIECE && piece !== '') {
      pieces.push(piece)
      piece = ''
    }
    piece += `${line}\n`
  }
  return [...pieces, piece].filter((one) => one.trim().length > 40)
}
