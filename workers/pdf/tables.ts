import type { Fragment } from './fragments.ts'
import type { Line } from './lines.ts'

export type Table = { rows: string[][] }

const FEWEST_ROWS = 3
const MOST_COLUMNS = 40
const MOST_TABLES = 50
/** Least gap between cells, as a share of the font size. */
const CELL_GAP_EM = 0.9
/** Rows further apart than this multiple of the font size belong to separate tables. */
const ROW_DISTANCE_EM = 4

/** Detects tables by column alignment: at least three consecutive lines whose cells share at least one vertical gap. */
export function tablesOf(lines: readonly Line[]): Table[] {
  const tables: Table[] = []
  let rows: Line[] = []
  const flush = () => {
    if (rows.length >= FEWEST_ROWS && tables.length < MOST_TABLES) {
      const columns = columnsOf(rows)
      if (columns.length >= 2 && columns.length <= MOST_COLUMNS)
        tables.push({ rows: rows.map((row) => cells(row, columns)) })
    }
    rows = []
  }
  for (const line of lines) {
    const last = rows.at(-1)
    const isRow = hasCells(line)
    const isFar = last !== undefined && last.y - line.y > ROW_DISTANCE_EM * line.size
    // A row that fills the gaps between the columns ends the table.
    if (!isRow || isFar || (rows.length > 0 && columnsOf([...rows.slice(-FEWEST_ROWS), line]).length < 2)) flush()
    if (isRow) rows.push(line)
  }
  flush()
  return tables
}

type Span = { x0: number; x1: number }

function hasCells({ fragments }: Line): boolean {
  return fragments.some((fragment, index) => {
    const next = fragments[index + 1]
    return next !== undefined && next.x0 - fragment.x1 > CELL_GAP_EM * Math.max(fragment.size, next.size)
  })
}

/** Horizontal extent of each column over all rows, left to right. */
function columnsOf(rows: readonly Line[]): Span[] {
  const spans = rows
    .flatMap(({ fragments }) => fragments)
    .map(({ x0, x1, size }) => ({ x0, x1, gap: size * 0.3 }))
    .toSorted((one, other) => one.x0 - other.x0)
  const columns: Span[] = []
  for (const { x0, x1, gap } of spans) {
    const column = columns.at(-1)
    if (column !== undefined && x0 < column.x1 + gap) column.x1 = Math.max(column.x1, x1)
    else columns.push({ x0, x1 })
  }
  return columns
}

function cells({ fragments }: Line, columns: readonly Span[]): string[] {
  return columns.map((column) => textIn(fragments, column))
}

const textIn = (fragments: readonly Fragment[], { x0, x1 }: Span) =>
  fragments
    .filter((fragment) => fragment.x0 >= x0 - 0.5 && fragment.x1 <= x1 + 0.5)
    .map(({ text }) => text)
    .join(' ')
