const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** Pattern of dates and times. Each part is bounded, so that searching stays linear. */
export const datePattern = new RegExp(
  [
    '\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d{1,6})?(?:Z|[+-]\\d{2}:?\\d{2})?)?',
    `\\b${monthName}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b`,
    `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthName}\\.?(?:,? \\d{4})?\\b`,
    '\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b',
    '\\bq[1-4][ /-]?(?:20)?\\d{2}\\b',
    '\\b\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\b\\.?)?(?: ?(?:utc|gmt|cet|cest|est|edt|pst|pdt)\\b)?',
    '\\b\\d{1,2} ?[ap]m\\b',
    `\\b${monthName} \\d{4}\\b`,
    '\\b(?:today|tomorrow|tonight|yesterday|next (?:week|month|quarter|year|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|end of (?:day|week|month|quarter|year)|eod|eow)\\b',
  ].join('|'),
  'gi',
)

/** A date or time in one form: `2026-03-01`, `--03-01` without a year, `14:30`, `2026-Q1`; words as they are. */
export function readDate(text: string): string {
  const lower = text.toLowerCase().trim()
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}))?/.exec(lower)
  if (iso !== null) return iso[2] === undefined ? (iso[1] ?? lower) : `${iso[1]} ${iso[2]}`
  const named = new RegExp(`(${monthName})\\.? (\\d{1,2})(?!\\d)(?:st|nd|rd|th)?(?:,? (\\d{4}))?`).exec(lower)
  if (named !== null) return day(named[3], named[1], named[2])
  const reversed = new RegExp(`(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthName})\\.?(?:,? (\\d{4}))?`).exec(lower)
  if (reversed !== null) return day(reversed[3], reversed[2], reversed[1])
  const month = new RegExp(`^(${monthName}) (\\d{4})$`).exec(lower)
  if (month !== null) return `${month[2]}-${twoDigits(months.indexOf((month[1] ?? '').slice(0, 3)) + 1)}`
  const quarter = /^q([1-4])[ /-]?(?:20)?(\d{2})$/.exec(lower)
  if (quarter !== null) return `20${quarter[2]}-Q${quarter[1]}`
  const time = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s?(?:([ap])\.?m\.?)?/.exec(lower)
  if (time !== null && /[:apm]/.test(lower) && !/[./]/.test(lower.slice(0, 5))) {
    const hour = (Number(time[1]) % (time[3] === undefined ? 24 : 12)) + (time[3] === 'p' ? 12 : 0)
    return `${twoDigits(hour)}:${time[2] ?? '00'}`
  }
  return lower.replace(/\s+/g, ' ')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const day = (year: string | undefined, month = '', date = '') =>
  `${year ?? '-'}-${twoDigits(months.indexOf(month.slice(0, 3)) + 1)}-${twoDigits(Number(date))}`

/** Whether two dates say the same, one of them perhaps without its year or its time. */
export function isSameDate(one: string, other: string): boolean {
  if (one === other) return true
  if (one.startsWith('--') || other.startsWith('--'))
    return one.slice(one.startsWith('--') ? 2 : 5) === other.slice(other.startsWith('--') ? 2 : 5)
  return one.split(' ')[0] === other && one.includes(' ')
}
