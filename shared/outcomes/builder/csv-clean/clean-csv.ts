import { Refusal } from '#shared/errors.ts'

import type { CleanOptions } from './clean-options.ts'
import { convertColumn } from './convert-column.ts'
import { CsvJournal } from './csv-journal.ts'
import { decodeCsv } from './decode-csv.ts'
import { hasHeader } from './detect-header.ts'
import { detectDialect } from './detect-dialect.ts'
import { type CsvRow, fitRows } from './fit-rows.ts'
import { nameColumns } from './name-columns.ts'
import { provesDecimalComma } from './read-number.ts'
import { readRecords } from './read-records.ts'
import { tidyRows } from './tidy-rows.ts'
import { typeColumn } from './type-column.ts'
import { isFormula, writeCsv } from './write-csv.ts'

type CleanInput = {
  csv: string
  encoding: 'utf8' | 'base64'
  /** Null: find it out. */
  delimiter: string | null
  hasHeader: 'auto' | 'yes' | 'no'
  options: CleanOptions
  output: 'csv' | 'json' | 'both'
}

const MAX_COLUMNS = 10_000
const MAX_CELLS = 6_000_000

/**
 * Reads a table however it was written and writes it as one would wish to read it, with a report of every change. Nothing
 * is dropped but empty and (when asked) double rows; what cannot be read for certain stays text.
 */
export function cleanCsv({ csv, encoding, delimiter, hasHeader: wanted, options, output }: CleanInput) {
  const decoded = encoding === 'base64' ? decodeCsv(Buffer.from(csv, 'base64')) : { text: csv, encoding: 'utf-8' }
  const text = decoded.text.replace(/^\uFEFF/, '')
  // Excel names the delimiter in a line of its own.
  const mark = /^sep=([^"'\r\n])(?=[\r\n])/i.exec(text)
  const dialect = detectDialect(text, delimiter ?? mark?.[1] ?? null)
  const journal = new CsvJournal()
  const records = readRecords(text, dialect)
  const read: CsvRow[] = records.map(({ cells, unclosed }, at) => {
    for (const raw of unclosed) {
      journal.repairedRows.add(at + 1)
      const detail = 'A quote is opened and never closed; it was taken for a stray one'
      journal.issue({ row: at + 1, column: null, code: 'unclosed_quote', detail })
      journal.change({ row: at + 1, column: '', from: raw, to: raw.replace(dialect.quote, ''), code: 'unclosed_quote' })
    }
    return { number: at + 1, cells, extra: null }
  })
  const [first] = mark === null ? [] : read.splice(0, 1)
  if (first !== undefined)
    journal.change({ row: 1, column: '', from: mark?.[0] ?? '', to: null, code: 'separator_line_dropped' })
  const filled = read.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const isHeaded = wanted === 'auto' ? hasHeader(filled.map(({ cells }) => cells)) : wanted === 'yes'
  const header = isHeaded ? (filled[0] ?? null) : null
  const data = read.filter((row) => row !== header)
  const width = widthOf(header, filled)
  refuseHuge(width, data.length)
  const named = nameColumns({ header: header?.cells ?? null, width, style: options.normalizeHeaders, journal })
  const names = named.map(({ name }) => name)
  const isEmpty = ({ cells }: CsvRow) => cells.every((cell) => cell.trim() === '')
  const kept = options.dropEmptyRows ? data.filter((row) => !isEmpty(row)) : data
  const fitted = fitRows({ rows: kept, names, delimiter: dialect.delimiter, journal })
  if (fitted.some(({ extra }) => extra !== null)) {
    named.push({ name: freeName('_extra', names), original: null })
    for (const row of fitted) row.cells.push(row.extra ?? '')
  }
  const tidy = tidyRows(
    fitted,
    named.map(({ name }) => name),
    options,
    journal,
  )
  const columnCells = named.map((_, at) => tidy.rows.map(({ cells }) => cells[at] ?? null))
  const present = columnCells.map((cells) => cells.filter((cell) => cell !== null))
  const documentUsesComma = present.some(provesDecimalComma)
  const numbers = tidy.rows.map(({ number }) => number)
  const converted = named.map(({ name, original }, at) => {
    const typed = typeColumn(present[at] ?? [], { ...options, documentUsesComma })
    return convertColumn({ cells: columnCells[at] ?? [], rows: numbers, name, original, typed, journal })
  })
  const guard = (cell: string | null, row: number, column: string) => {
    if (cell === null || !isFormula(cell)) return cell
    journal.issue({
      row,
      column,
      code: 'formula_injection',
      detail: `"${cell.slice(0, 60)}" would run in a spreadsheet`,
    })
    if (!options.guardFormulas) return cell
    journal.change({ row, column, from: cell, to: `'${cell}`, code: 'formula_guarded' })
    return `'${cell}`
  }
  const headCells = named.map(({ name }) => guard(name, 1, name))
  const bodyCells = numbers.map((row, at) =>
    converted.map(({ values, column }) => guard(values[at] ?? null, row, column.name)),
  )
  const types = converted.map(({ column }) => column.type)
  return {
    csv: output === 'json' ? null : writeCsv(named.length === 0 ? [] : [headCells, ...bodyCells]),
    rows:
      output === 'csv'
        ? null
        : numbers.map((_, at) =>
            Object.fromEntries(
              converted.map(({ values, column }, place) => [column.name, jsonOf(values[at] ?? null, types[place])]),
            ),
          ),
    columns: converted.map(({ column }) => column),
    dialect: {
      delimiter: dialect.delimiter,
      quote: dialect.quote,
      encoding: decoded.encoding,
      line_ending: dialect.lineEnding,
      header_row: isHeaded,
    },
    report: {
      rows_in: data.length,
      rows_out: numbers.length,
      dropped_empty: data.length - kept.length,
      dropped_duplicate: tidy.duplicates,
      repaired_rows: journal.repairedRows.size,
      trimmed_cells: journal.trimmed,
      nulled_cells: journal.nulled,
      converted_cells: journal.converted,
      change_count: journal.changeCount,
      issue_count: journal.issueCount,
    },
    changes: journal.changes,
    issues: journal.issues,
  }
}

/** The header's width, unless most rows agree on another: a name may be missing, a lone header cell may be a title. */
function widthOf(header: CsvRow | null, filled: readonly CsvRow[]): number {
  const counts = new Map<number, number>()
  for (const row of filled) if (row !== header) counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1)
  const [usual, times] = [...counts].reduce((top, next) => (next[1] > top[1] ? next : top), [0, 0])
  if (header === null) return usual
  const rows = filled.length - 1
  return usual > header.cells.length && times > rows / 2 && times > 1 ? usual : header.cells.length
}

function refuseHuge(width: number, rows: number): void {
  if (width > MAX_COLUMNS)
    throw new Refusal('unprocessable', `The table has ${width} columns; at most ${MAX_COLUMNS} are taken.`, {
      extra: { reason: 'too_many_columns' },
    })
  if (width * rows > MAX_CELLS)
    throw new Refusal('unprocessable', `${rows} rows of ${width} columns are more than ${MAX_CELLS} cells.`, {
      extra: { reason: 'too_many_cells' },
    })
}

function freeName(wished: string, taken: readonly string[]): string {
  const names = new Set(taken)
  let name = wished
  while (names.has(name)) name = `${name}_`
  return name
}

function jsonOf(value: string | null, type: string | undefined): string | number | boolean | null {
  if (value === null) return null
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if ((type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return Number(value)
  return value
}
