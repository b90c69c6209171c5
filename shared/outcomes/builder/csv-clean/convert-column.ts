import type { CsvJournal } from './csv-journal.ts'
import type { ColumnType, TypedColumn } from './type-column.ts'

export type CsvColumn = {
  name: string
  original_name: string | null
  type: ColumnType
  nulls: number
  distinct: number
  min: string | number | null
  max: string | number | null
  examples: string[]
  ambiguous: boolean
}

type Conversion = {
  cells: readonly (string | null)[]
  /** The row each cell stood in. */
  rows: readonly number[]
  name: string
  original: string | null
  typed: TypedColumn
  journal: CsvJournal
}

/** Writes a column in its type's spelling and sums it up. A cell that does not fit stays as it was, and is reported. */
export function convertColumn({ cells, rows, name, original, typed, journal }: Conversion) {
  const values = cells.map((cell, at) => {
    if (cell === null) return null
    const row = rows[at] ?? 0
    const value = typed.read(cell)
    if (value === null) {
      const detail = `"${cell.slice(0, 80)}" is no ${typed.type}; left as text`
      journal.issue({ row, column: name, code: 'mixed_type', detail })
      return cell
    }
    if (value === cell) return cell
    journal.converted += 1
    journal.change({ row, column: name, from: cell, to: value, code: `to_${typed.type}` })
    return value
  })
  if (typed.mostly !== null) {
    const detail = `${Math.round(typed.mostly.share * 100)} % of the cells are of type ${typed.mostly.kind}; left as text`
    journal.issue({ row: null, column: name, code: 'mixed_type', detail })
  }
  if (typed.ambiguous !== null) {
    const detail =
      typed.ambiguous === 'ambiguous_date'
        ? 'Day and month could be either way round; set options.date_order. Left as text.'
        : 'The mark before three digits could group or begin a fraction; set options.decimal. Left as text.'
    journal.issue({ row: null, column: name, code: typed.ambiguous, detail })
  }
  const distinct = new Set(values)
  distinct.delete(null)
  const present = [...distinct].filter((value) => value !== null)
  const column: CsvColumn = {
    name,
    original_name: original,
    type: typed.type,
    nulls: values.reduce((count, value) => (value === null ? count + 1 : count), 0),
    distinct: present.length,
    ...rangeOf(present, typed),
    examples: present.slice(0, 3).map((value) => value.slice(0, 80)),
    ambiguous: typed.ambiguous !== null,
  }
  return { column, values }
}

function rangeOf(values: readonly string[], { type, read }: TypedColumn): Pick<CsvColumn, 'min' | 'max'> {
  if (type === 'integer' || type === 'number') {
    const numbers = values.filter((value) => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)).map(Number)
    if (numbers.length === 0) return { min: null, max: null }
    return {
      min: numbers.reduce((least, value) => Math.min(least, value), Infinity),
      max: numbers.reduce((most, value) => Math.max(most, value), -Infinity),
    }
  }
  if (type !== 'date' && type !== 'datetime') return { min: null, max: null }
  const dates = values.filter((value) => read(value) === value).sort()
  return { min: dates[0] ?? null, max: dates.at(-1) ?? null }
}
