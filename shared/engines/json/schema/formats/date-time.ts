const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** RFC 3339 `full-date`. */
export function isDate(text: string): boolean {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] ?? 0))
}

/** RFC 3339 `full-time`: the offset is part of it, and second 60 only where it is 23:59 in UTC. */
export function isTime(text: string): boolean {
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:z|([+-])([0-9]{2}):([0-9]{2}))$/i.exec(text)
  if (match === null) return false
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === '-' ? -1 : 1)
  return (hour * 60 + minute - offset + 2 * 1_440) % 1_440 === 1_439
}

/** RFC 3339 `date-time`. */
export const isDateTime = (text: string) => /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))

const CLOCK = '[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S'
const CALENDAR = '[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D'
const DURATION = new RegExp(`^P(?:[0-9]+W|(?:${CALENDAR})(?:T(?:${CLOCK}))?|T(?:${CLOCK}))$`)

/** RFC 3339 appendix A: units may not be skipped, and there are no fractions. */
export const isDuration = (text: string) => text.length <= 200 && DURATION.test(text)
