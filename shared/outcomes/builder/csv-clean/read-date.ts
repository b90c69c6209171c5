export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export type ReadDate = { iso: string; hasTime: boolean }

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(am|pm)?\s?(z|utc|[+-]\d{2}:?\d{2})?$/i
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/
const DAY_NAME = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i
const NAME_DAY = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
/** Two-digit years from here on are of the last century (POSIX strptime). */
const PIVOT = 69

/** What the cells prove about the order of day and month: a first or second number over 12 decides. */
export function dateOrderOf(cells: readonly string[]): 'dmy' | 'mdy' | 'ambiguous' | 'both' | 'none' {
  let [dmy, mdy, open] = [false, false, false]
  for (const cell of cells) {
    const match = NUMERIC.exec(splitClock(cell).day)
    if (match === null) continue
    const [first, second] = [Number(match[1]), Number(match[3])]
    // Nobody writes the month first with dots.
    if (match[2] === '.' && match[4]?.length === 4) dmy = true
    else if (match[4]?.length === 2) open = true
    else if (first > 12 && second <= 12) dmy = true
    else if (second > 12 && first <= 12) mdy = true
    else if (first !== second) open = true
  }
  if (dmy && mdy) return 'both'
  if (dmy) return 'dmy'
  if (mdy) return 'mdy'
  return open ? 'ambiguous' : 'none'
}

/** A date, with or without a time, as ISO 8601; null when the cell is none or the day does not exist. */
export function readDate(cell: string, order: DateOrder | null): ReadDate | null {
  if (cell.length < 6 || cell.length > 45) return null
  const { day, clock } = splitClock(cell)
  const date = readDay(day, order)
  if (date === null) return null
  if (clock === '') return { iso: date, hasTime: false }
  const time = readClock(clock)
  return time === null ? null : { iso: `${date}T${time}`, hasTime: true }
}

function splitClock(cell: string): { day: string; clock: string } {
  const at = cell.search(/[T ]\d{1,2}:\d{2}/)
  return at < 0 ? { day: cell, clock: '' } : { day: cell.slice(0, at).replace(/,$/, ''), clock: cell.slice(at + 1) }
}

function readDay(day: string, order: DateOrder | null): string | null {
  const yearFirst = YEAR_FIRST.exec(day)
  if (yearFirst !== null) return dateOf(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  const named = DAY_NAME.exec(day)
  if (named !== null) return dateOf(Number(named[3]), monthOf(named[2] ?? ''), Number(named[1]))
  const nameFirst = NAME_DAY.exec(day)
  if (nameFirst !== null) return dateOf(Number(nameFirst[3]), monthOf(nameFirst[1] ?? ''), Number(nameFirst[2]))
  const numeric = NUMERIC.exec(day)
  if (numeric === null) return null
  const [first, second, last] = [Number(numeric[1]), Number(numeric[3]), Number(numeric[4])]
  if (numeric[4]?.length === 2 && order === 'ymd') return dateOf(fullYear(first), second, last)
  const year = numeric[4]?.length === 2 ? fullYear(last) : last
  if (order === 'mdy') return dateOf(year, first, second)
  if (order === 'dmy' || first === second) return dateOf(year, second, first)
  return null
}

const fullYear = (year: number) => year + (year >= PIVOT ? 1900 : 2000)

function monthOf(name: string): number {
  const wanted = name.toLowerCase()
  const month = MONTHS.findIndex((one) => one === wanted || one.slice(0, 3) === wanted) + 1
  return month === 0 && wanted === 'sept' ? 9 : month
}

function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(year, month - 1, day)
  if (month < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function readClock(clock: string): string | null {
  const [, hourText = '', minute = '', second = '00', fraction = '', half, zone] = CLOCK.exec(clock) ?? []
  let hour = Number(hourText)
  if (hourText === '' || hour > 23 || Number(minute) > 59 || Number(second) > 60) return null
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  }
  const offset = zone === undefined ? '' : /^(?:z|utc)$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  return `${String(hour).padStart(2, '0')}:${minute}:${second}${fraction}${offset}`
}
