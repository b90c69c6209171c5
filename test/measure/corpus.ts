import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type Row = {
  id: string
  input: Record<string, unknown>
  label: string
  source: string
  note?: string
  /** The wanted answer, where there is one. */
  expected?: Record<string, unknown>
  /** Rules may be written from `dev` rows only. */
  part: 'dev' | 'held-out'
}

/** The part of a row, by a hash of its group of near-duplicates, which its id without the last piece names. */
export function partOf(id: string): Row['part'] {
  const digest = createHash('sha256')
    .update(id.slice(0, id.lastIndexOf('-')))
    .digest('hex')
  // The first digit chose the file a row is in; the second is still free.
  return Number.parseInt(digest[1] ?? '0', 16) % 2 === 0 ? 'dev' : 'held-out'
}

/** The rows of one labelled corpus (gzipped JSON lines). The part is a function of the row's near-duplicate group. */
export function corpus(folder: string, name: string): Row[] {
  const text = gunzipSync(readFileSync(join(folder, `${name}.dev.jsonl.gz`))).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      // Safe: the corpora's own form.
      const row = JSON.parse(line) as Omit<Row, 'part'>
      return { ...row, part: partOf(row.id) }
    })
}
