/** Months by their first letters in English, German, Spanish and French, folded. */
const MONTHS = [
  'jan|ene|janv',
  'feb|febr|fev|fevr',
  'mar|marz|mars|maerz',
  'apr|abr|avr',
  'may|mai',
  'jun|juin',
  'jul|juil',
  'aug|ago|aout',
  'sep|sept',
  'oct|okt',
  'nov',
  'dec|dez|dic',
]
const MONTH =
  '(?:jan|ene|feb|fev|mar|apr|abr|avr|may|mai|jun|juin|jul|juil|aug|ago|aout|sep|oct|okt|nov|dec|dez|dic)[a-z]*'
const YEAR = '((?:19|20)\\d{2})'
const BEFORE = '(?<![a-z0-9.-])'
const DAY_FIRST = new RegExp(
  `${BEFORE}(\\d{1,2})(?:st|nd|rd|th|er|\\.)? (?:of |de )?(${MONTH})\\.?,?(?: (?:de |del )?${YEAR})?(?![a-z0-9])`,
)
const MONTH_FIRST = new RegExp(`${BEFORE}(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?(?![a-z0-9:]|,\\d)`)
const MONTH_YEAR = new RegExp(`${BEFORE}(${MONTH})\\.?,? (?:of |de |del )?${YEAR}(?![0-9])`)
const MONTH_ONLY = new RegExp(
  `${BEFORE}(january|february|march|april|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|fevrier|avril|juin|juillet|aout|septembre|octobre|novembre|decembre)(?![a-z])`,
)
const CJK_DAY = /((?:19|20)\d{2})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?/

const monthOf = (name: string) =>
  1 + MONTHS.findIndex((names) => names.split('|').some((start) => name.startsWith(start) && start.length >= 3))
const two = (number: number | string) => String(number).padStart(2, '0')

/** A day with slashes: 27/11/2026 or 11/27/2026; where both may be a month, that stands first. */
function slashedDay(goal: string): string | undefined {
  const [, a = '', b = '', year] = /(?<![\d./-])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d{2})(?![\d/-])/.exec(goal) ?? []
  if (year === undefined) return undefined
  const [day, month] = Number(a) > 12 ? [a, b] : [b, a]
  return Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31
    ? undefined
    : `${year}-${two(month)}-${two(day)}`
}

/** A day that a goal names in full, as YYYY-MM-DD; one without a year, where `now` is given, is the last there was. */
export function dayIn(goal: string, now?: Date): string | undefined {
  const iso = /(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)/.exec(goal)?.[1]
  if (iso !== undefined) return iso
  const cjk = CJK_DAY.exec(goal)
  if (cjk?.[3] !== undefined) return `${cjk[1]}-${two(cjk[2] ?? '')}-${two(cjk[3])}`
  const dotted = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})(?!\d)/.exec(goal)
  if (dotted !== null) return `${dotted[3]}-${two(dotted[2] ?? '')}-${two(dotted[1] ?? '')}`
  const slashed = slashedDay(goal)
  if (slashed !== undefined) return slashed
  const first = DAY_FIRST.exec(goal)
  const after = first === null ? MONTH_FIRST.exec(goal) : null
  const [day, name, year] = first === null ? [after?.[2], after?.[1], after?.[3]] : [first[1], first[2], first[3]]
  if (day === undefined || name === undefined || Number(day) > 31) return undefined
  const month = monthOf(name)
  if (year !== undefined) return `${year}-${two(month)}-${two(day)}`
  return now === undefined ? undefined : `${lastYear(month, Number(day), now)}-${two(month)}-${two(day)}`
}

/** The year in which a day was last. */
const lastYear = (month: number, day: number, now: Date) =>
  now.getUTCFullYear() - (Date.UTC(now.getUTCFullYear(), month - 1, day) > now.getTime() ? 1 : 0)

/** A month or year that a goal names: YYYY-MM or YYYY. */
export function monthIn(goal: string, now?: Date): string | undefined {
  const iso = /(?<![\d-])((?:19|20)\d{2})-(\d{2})(?![\d-])/.exec(goal)
  if (iso !== null) return `${iso[1]}-${iso[2]}`
  const named = MONTH_YEAR.exec(goal)
  if (named !== null && monthOf(named[1] ?? '') > 0) return `${named[2]}-${two(monthOf(named[1] ?? ''))}`
  const cjk = CJK_DAY.exec(goal)
  if (cjk !== null) return cjk[2] === undefined ? cjk[1] : `${cjk[1]}-${two(cjk[2])}`
  const alone = now === undefined ? null : MONTH_ONLY.exec(goal)
  if (alone !== null && now !== undefined) {
    const month = monthOf(alone[1] ?? '')
    return `${lastYear(month, 1, now)}-${two(month)}`
  }
  return undefined
}

/** The first day of what a goal names: of a day, a month or a year. */
export function startIn(goal: string, now?: Date): string | undefined {
  const day = dayIn(goal, now)
  if (day !== undefined) return day
  const month = monthIn(goal, now)
  if (month !== undefined) return month.length === 4 ? `${month}-01-01` : `${month}-01`
  const year = /(?<![\d.,-])((?:19|20)\d{2})(?![\d.,-]\d|\d|-)/.exec(goal)?.[1]
  return year === undefined ? undefined : `${year}-01-01`
}

/** The parts of a text that name days, months and years: their numbers count nothing. */
export const DATES = [
  /\d{4}-\d{2}(?:-\d{2})?(?:t[\d:.]+z?)?/g,
  CJK_DAY,
  /\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}/g,
  DAY_FIRST,
  MONTH_FIRST,
  MONTH_YEAR,
  /(?<=\b(?:in|since|of|from|until|till|by|year|seit|jahr|en|desde|depuis|de|del|ab|bis|von|modelljahr) )(?:19|20)\d{2}(?![\d.,]\d|\d)/g,
].map((pattern) => new RegExp(pattern.source, 'gu'))
