import type { DateOrder } from './read-date.ts'
import type { DecimalMark } from './read-number.ts'

export type CleanOptions = {
  trim: boolean
  dropEmptyRows: boolean
  dropDuplicateRows: boolean
  normalizeHeaders: 'snake' | 'keep'
  nullTokens: readonly string[]
  dateOrder: DateOrder | 'auto'
  decimal: DecimalMark | 'auto'
  guardFormulas: boolean
}
