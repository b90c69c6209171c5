import { type DateOrder, dateOrderOf, readDate } from './read-date.ts'
import { arePartNumbers, type DecimalMark, decimalMarkOf, isIdentifier, readNumber } from './read-number.ts'

export type ColumnType = 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'string' | 'empty'

/** How a column is read: its type, each cell in the type's own spelling (null where it does not fit), and what is open. */
export type TypedColumn = {
  type: ColumnType
  read: (cell: string) => string | null
  ambiguous: 'ambiguous_date' | 'ambiguous_number' | null
  /** For a column left as text although most of it is of one kind. */
  mostly: { kind: string; share: number } | null
}

type TypeOptions = { dateOrder: DateOrder | 'auto'; decimal: DecimalMark | 'auto'; documentUsesComma: boolean }

/** A column is typed when so many of its cells parse; below the second it is not even worth a word. */
const TYPED = 0.95
const NOTABLE = 0.6

const TEXT: TypedColumn = { type: 'string', read: (cell) => cell, ambiguous: null, mostly: null }

/** Finds the type of a column by its cells that are not null. What can be read two ways is left as text and says so. */
export function typeColumn(cells: readonly string[], options: TypeOptions): TypedColumn {
  if (cells.length === 0) return { ...TEXT, type: 'empty' }
  const share = (read: (cell: string) => string | null) =>
    cells.reduce((count, cell) => (read(cell) === null ? count : count + 1), 0) / cells.length
  const found = [asBoolean(cells), asNumber(cells, options), asDate(cells, options)]
  let mostly: TypedColumn['mostly'] = null
  for (const typed of found) {
    if (typed === null) continue
    const fits = share(typed.read)
    if (fits >= TYPED && typed.ambiguous !== null) return { ...TEXT, ambiguous: typed.ambiguous }
    if (fits >= TYPED) return typed
    if (fits >= NOTABLE && fits > (mostly?.share ?? 0)) mostly = { kind: typed.type, share: fits }
  }
  return { ...TEXT, mostly }
}

const TRUE = /^(?:true|yes|y|t)$/i
const FALSE = /^(?:false|no|n|f)$/i

function asBoolean(cells: readonly string[]): TypedColumn | null {
  const isTwoSided = cells.some((cell) => TRUE.test(cell)) && cells.some((cell) => FALSE.test(cell))
  // A column of nothing but N may be a compass as well as an answer.
  const hasWord = cells.some((cell) => cell.length > 1 && (TRUE.test(cell) || FALSE.test(cell)))
  if (!isTwoSided && !hasWord) return null
  return {
    ...TEXT,
    type: 'boolean',
    read: (cell) => (TRUE.test(cell) ? 'true' : FALSE.test(cell) ? 'false' : null),
  }
}

function asNumber(cells: readonly string[], { decimal, documentUsesComma }: TypeOptions): TypedColumn | null {
  if (!cells.some((cell) => /\d$/.test(cell)) || cells.some(isIdentifier) || arePartNumbers(cells)) return null
  const proved = decimal === 'auto' ? decimalMarkOf(cells, documentUsesComma) : decimal
  if (proved === 'both') return null
  const mark = proved === 'ambiguous' ? ',' : proved
  const read = (cell: string) => readNumber(cell, mark)
  const isWhole = cells.every((cell) => /^-?\d*$/.test(read(cell) ?? ''))
  return {
    ...TEXT,
    type: isWhole ? 'integer' : 'number',
    read,
    ambiguous: proved === 'ambiguous' ? 'ambiguous_number' : null,
  }
}

function asDate(cells: readonly string[], { dateOrder }: TypeOptions): TypedColumn | null {
  if (!cells.some((cell) => /\d/.test(cell))) return null
  const proved = dateOrder === 'auto' ? dateOrderOf(cells) : dateOrder
  if (proved === 'both') return null
  const order = proved === 'none' ? null : proved === 'ambiguous' ? 'dmy' : proved
  const hasTime = cells.some((cell) => readDate(cell, order)?.hasTime === true)
  return {
    ...TEXT,
    type: hasTime ? 'datetime' : 'date',
    read: (cell) => readDate(cell, order)?.iso ?? null,
    ambiguous: proved === 'ambiguous' ? 'ambiguous_date' : null,
  }
}
