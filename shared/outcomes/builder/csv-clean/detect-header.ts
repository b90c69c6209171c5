import { HEADER_WORDS } from './header-words.rules.ts'
import { isIdentifier, readNumber } from './read-number.ts'
import { readDate } from './read-date.ts'

const ROWS_LOOKED_AT = 100
const SHORT = 5

/**
 * Whether the first row names the columns: it holds no number, no date and no value twice, and either some column below
 * is of another kind, or the names are names (`id`, `email`, `created_at`) that stand nowhere below.
 */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const names = (rows[0] ?? []).map((cell) => cell.trim())
  const below = rows.slice(1, ROWS_LOOKED_AT)
  const given = names.filter((name) => name !== '')
  if (below.length === 0 || given.length === 0 || given.some(isValue)) return false
  const isUnique = new Set(given.map((name) => name.toLowerCase())).size === given.length
  const known = given.filter(isHeaderWord).length / given.length
  if (!isUnique && known < 0.5) return false
  const columns = names.map((_, at) => below.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== ''))
  const isOfValues = (cells: readonly string[]) => {
    const values = cells.filter(isValue).length
    // In a short column one cell that does not fit is a slip, not the kind.
    return values > 0 && (values / cells.length >= 0.8 || (cells.length <= SHORT && values >= cells.length - 1))
  }
  if (columns.some(isOfValues)) return true
  const recurs = names.some((name, at) => columns[at]?.includes(name) ?? false)
  return !recurs && known >= 0.5
}

const isValue = (cell: string): boolean =>
  isIdentifier(cell) ||
  readNumber(cell, '.') !== null ||
  readNumber(cell, ',') !== null ||
  readDate(cell, 'dmy') !== null ||
  readDate(cell, 'mdy') !== null ||
  /^(?:true|false)$/i.test(cell) ||
  // Times of day and percentages are values, too, although their columns stay text.
  /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$|^-?\d{1,3}(?:[.,]\d{1,3})? ?%$/.test(cell)

const isHeaderWord = (name: string) =>
  name.length <= 40 &&
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => HEADER_WORDS.has(word))
