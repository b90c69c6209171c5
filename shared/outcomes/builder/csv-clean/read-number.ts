export type DecimalMark = '.' | ','

const PLAIN = /^-?(?:0|[1-9]\d*)$/
const DOT = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|[1-9]\d{0,2}(?:[, ]\d{3})+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const COMMA = /^-?(?:(?:0|[1-9]\d*)(?:,\d+)?|[1-9]\d{0,2}(?:[. ]\d{3})+(?:,\d+)?)$/
/** What a mark of its own proves: a comma before other than three digits, or after a dot that groups. */
const PROVES_COMMA = /^-?\d+,(?:\d{1,2}|\d{4,})$|^-?0,\d+$|^-?\d{1,3}(?:\.\d{3})+,\d+$|^-?\d{1,3}(?:\.\d{3}){2,}$/
const PROVES_DOT = /^-?\d*\.(?:\d{1,2}|\d{4,})$|^-?0?\.\d+$|^-?\d{1,3}(?:,\d{3})+\.\d+$|^-?\d{1,3}(?:,\d{3}){2,}$/
const EITHER = /^-?[1-9]\d{0,2},\d{3}$/
const EITHER_BY_DOT = /^-?[1-9]\d{0,2}\.\d{3}$/

/** The most digits that every reader of numbers keeps. */
const SAFE_DIGITS = 15

/** Digits that mean a name and no quantity: leading zeros, a plus sign, more digits than a double holds. */
export const isIdentifier = (cell: string): boolean =>
  /^[-+]?0\d+$/.test(cell) || /^\+\d[\d ().-]*$/.test(cell) || /^-?\d{16,}$/.test(cell)

/** Whole digits around an E: a part number, unless a fraction in its column shows that exponents are meant. */
export const arePartNumbers = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^\d{1,8}[eE]\d{1,4}$/.test(cell)) && !cells.some((cell) => /\d[.,]\d|^[-.]\d/.test(cell))

/** The decimal mark that the cells prove; `ambiguous` when some could be read both ways and nothing decides. */
export function decimalMarkOf(
  cells: readonly string[],
  documentUsesComma: boolean,
): DecimalMark | 'ambiguous' | 'both' {
  const comma = cells.some((cell) => PROVES_COMMA.test(cell))
  const dot = cells.some((cell) => PROVES_DOT.test(cell))
  if (comma && dot) return 'both'
  if (comma) return ','
  if (dot) return '.'
  if (cells.some((cell) => EITHER.test(cell))) return 'ambiguous'
  return documentUsesComma && cells.some((cell) => EITHER_BY_DOT.test(cell)) ? 'ambiguous' : '.'
}

/** Whether some cell can only be read with a decimal comma. */
export const provesDecimalComma = (cells: readonly string[]) => cells.some((cell) => PROVES_COMMA.test(cell))

/** A number in its plain JSON spelling, kept digit for digit; null when the cell is none, or more than a double holds. */
export function readNumber(cell: string, mark: DecimalMark): string | null {
  if (PLAIN.test(cell)) return cell.length > SAFE_DIGITS + 1 ? null : cell
  if (!(mark === '.' ? DOT : COMMA).test(cell)) return null
  const ungrouped = cell.replaceAll(mark === '.' ? /[, ]/g : /[. ]/g, '').replace(',', '.')
  const spelled = ungrouped.replace(/^(-?)\./, '$10.')
  if (spelled.replaceAll(/\D|[eE].*$/g, '').length > SAFE_DIGITS + 2) return null
  return Number.isFinite(Number(spelled)) ? spelled : null
}
