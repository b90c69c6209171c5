import type { CsvJournal } from './csv-journal.ts'
import { readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'

/** A data row: where it stood in the input (from 1, the header counted), its cells, and what had no column. */
export type CsvRow = { number: number; cells: string[]; extra: string | null }

type Fitting = {
  rows: readonly CsvRow[]
  names: readonly string[]
  delimiter: string
  journal: CsvJournal
}
type Kind = 'number' | 'date' | 'text' | 'empty'

const PROFILE_ROWS = 1_000
/** Beyond these, which cell a surplus belongs to is anybody's guess, and trying them all is not free. */
const MAX_JOINED_WIDTH = 60
const MAX_SURPLUS = 20

/**
 * Gives every row the width of the table. Short rows are padded. A long row is joined where exactly one text column can
 * hold the surplus and every other cell then fits its column; else the surplus is kept beside the row.
 */
export function fitRows({ rows, names, delimiter, journal }: Fitting): CsvRow[] {
  const width = names.length
  let profile: Kind[] | undefined
  return rows.map((row) => {
    const { number, cells } = row
    const surplus = cells.length - width
    if (surplus === 0) return row
    journal.repairedRows.add(number)
    if (surplus < 0) {
      const padded = [...cells, ...Array.from({ length: -surplus }, () => '')]
      const detail = `${cells.length} of ${width} cells; the rest is empty`
      journal.issue({ row: number, column: names[cells.length] ?? null, code: 'ragged_short', detail })
      return { ...row, cells: padded }
    }
    profile ??= profileOf(rows, width)
    const at = surplus > MAX_SURPLUS || width > MAX_JOINED_WIDTH ? null : joinPlace(cells, profile, surplus)
    if (at === null) {
      const detail = `${cells.length} cells for ${width} columns; the surplus is in _extra`
      journal.issue({ row: number, column: null, code: 'ragged_long', detail })
      return { ...row, cells: cells.slice(0, width), extra: cells.slice(width).join(delimiter) }
    }
    const joined = cells.slice(at, at + surplus + 1).join(delimiter)
    const column = names[at] ?? ''
    const detail = `${cells.length} cells for ${width} columns; an unquoted delimiter in ${column.slice(0, 80)} explains it`
    journal.issue({ row: number, column, code: 'ragged_long', detail })
    journal.change({ row: number, column, from: cells[at] ?? '', to: joined, code: 'joined' })
    return { ...row, cells: [...cells.slice(0, at), joined, ...cells.slice(at + surplus + 1)] }
  })
}

/** The one column whose text may have held the delimiter: where the pieces begin with a space, else where all else fits. */
function joinPlace(cells: readonly string[], profile: readonly Kind[], surplus: number): number | null {
  const places = profile.flatMap((kind, at) => (kind === 'text' && fitsAround(cells, profile, at, surplus) ? [at] : []))
  if (places.length <= 1) return places[0] ?? null
  const spaced = cells.map((cell) => cell.startsWith(' '))
  if (spaced.filter(Boolean).length !== surplus) return null
  const bySpace = places.filter((at) => spaced.slice(at + 1, at + surplus + 1).every(Boolean))
  return bySpace.length === 1 ? (bySpace[0] ?? null) : null
}

const fitsAround = (cells: readonly string[], profile: readonly Kind[], at: number, surplus: number) =>
  profile.every((kind, column) => {
    if (column === at) return true
    const cell = cells[column < at ? column : column + surplus] ?? ''
    const found = kindOf(cell)
    return found === 'empty' || found === kind || kind === 'empty'
  })

/** What most cells of each column are, by the rows that have the right width. */
function profileOf(rows: readonly CsvRow[], width: number): Kind[] {
  const whole = rows.filter(({ cells }) => cells.length === width).slice(0, PROFILE_ROWS)
  return Array.from({ length: width }, (_, at) => {
    const kinds = whole.map(({ cells }) => kindOf(cells[at] ?? '')).filter((kind) => kind !== 'empty')
    if (kinds.length === 0) return 'empty'
    for (const kind of ['number', 'date'] as const)
      if (kinds.filter((one) => one === kind).length / kinds.length >= 0.8) return kind
    return 'text'
  })
}

function kindOf(raw: string): Kind {
  const cell = raw.trim()
  if (cell === '') return 'empty'
  if (/^[+-]?[\d.,]*\d$/.test(cell) || readNumber(cell, '.') !== null) return 'number'
  return readDate(cell, 'dmy') !== null || readDate(cell, 'mdy') !== null ? 'date' : 'text'
}
