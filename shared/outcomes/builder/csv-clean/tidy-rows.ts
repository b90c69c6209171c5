import type { CleanOptions } from './clean-options.ts'
import type { CsvJournal } from './csv-journal.ts'
import type { CsvRow } from './fit-rows.ts'

export type TidyRow = { number: number; cells: (string | null)[] }

/** C0 and C1 controls but tab and line ends. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

/** Takes control characters and outer white space from cells, makes null what stands for nothing, and drops doubles. */
export function tidyRows(
  rows: readonly CsvRow[],
  names: readonly string[],
  { trim, nullTokens, dropDuplicateRows }: CleanOptions,
  journal: CsvJournal,
): { rows: TidyRow[]; duplicates: number } {
  const nulls = new Set(nullTokens.map((token) => token.trim().toLowerCase()))
  const seen = new Set<string>()
  const tidied: TidyRow[] = []
  for (const { number, cells } of rows) {
    const tidy = cells.map((cell, at) => tidyCell(cell, number, names[at] ?? ''))
    if (dropDuplicateRows) {
      const identity = JSON.stringify(tidy)
      if (seen.has(identity)) continue
      seen.add(identity)
    }
    tidied.push({ number, cells: tidy })
  }
  return { rows: tidied, duplicates: rows.length - tidied.length }

  function tidyCell(raw: string, row: number, column: string): string | null {
    let cell = raw.search(CONTROL) < 0 ? raw : raw.replaceAll(CONTROL, '')
    if (cell !== raw) {
      const detail = `${raw.length - cell.length} control characters taken out`
      journal.issue({ row, column, code: 'control_char', detail })
      journal.change({ row, column, from: raw, to: cell, code: 'control_char_removed' })
    }
    if (trim) {
      const trimmed = cell.trim()
      if (trimmed !== cell) {
        journal.trimmed += 1
        journal.change({ row, column, from: cell, to: trimmed, code: 'trimmed' })
        cell = trimmed
      }
    }
    if (cell === '') return null
    if (!nulls.has(cell.trim().toLowerCase())) return cell
    journal.nulled += 1
    journal.change({ row, column, from: cell, to: null, code: 'nulled' })
    return null
  }
}
