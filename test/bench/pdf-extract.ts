import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { extractText } from 'unpdf'

import { createLog } from '#shared/log.ts'
import { openPdfReader } from '#workers/pdf/open-pdf-reader.ts'

import { longPdf } from '../support/files/pdf-file.ts'

/**
 * The reader of pdf-extract (a fresh sandboxed process for each file) against the bare library in a warm loop, on the
 * same file of 50 pages, rounds taken in turn. `ratio` is files a second at the pool's concurrency of 2, `alone` one
 * file after the other. Prints one JSON line; the aim is a ratio of at least 0.8. Wants an idle machine: a process for
 * each file uses every core there is, which the bare library cannot.
 */
const ROUNDS = 8
const FILES = 12
const PAGES = 50

const file = longPdf(PAGES)
const dataDir = mkdtempSync(join(tmpdir(), 'pdf-bench-'))
const reader = openPdfReader({ log: createLog('error'), place: { dataDir } })
const signal = new AbortController().signal

const read = async () => {
  const { pages } = await reader.read(file, { pages: null, maxPages: 200, maxChars: 500_000, tables: false, signal })
  if (pages.length !== PAGES) throw new Error('not all pages were read')
}
const bare = async () => {
  const { text } = await extractText(new Uint8Array(file))
  if (text.length !== PAGES) throw new Error('not all pages were read')
}

/** Milliseconds a file takes with so many at once. */
async function measure(work: () => Promise<void>, atOnce: number): Promise<number> {
  let left = FILES
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await work()
    }),
  )
  return (performance.now() - began) / FILES
}

// The first file starts the rehearsal that compiles ahead for the others.
await read()
await reader.rehearsed
for (let warmUp = 0; warmUp < 5; warmUp += 1) await Promise.all([read(), bare()])

const times: Record<'bare' | 'alone' | 'two', number[]> = { bare: [], alone: [], two: [] }
for (let round = 0; round < ROUNDS; round += 1) {
  times.bare.push(await measure(bare, 1))
  times.alone.push(await measure(read, 1))
  times.two.push(await measure(read, 2))
}
reader.close()
rmSync(dataDir, { recursive: true, force: true })

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
const rounded = (value: number) => Math.round(value * 100) / 100
const [bareMs, aloneMs, twoMs] = [times.bare, times.alone, times.two].map(median)
console.log(
  JSON.stringify({
    part: 'pdf-extract',
    pages: PAGES,
    bareMs: rounded(bareMs ?? 0),
    aloneMs: rounded(aloneMs ?? 0),
    twoMs: rounded(twoMs ?? 0),
    ratio: rounded((bareMs ?? 0) / (twoMs ?? 1)),
    alone: rounded((bareMs ?? 0) / (aloneMs ?? 1)),
    load: rounded(loadavg()[0] ?? 0),
  }),
)
