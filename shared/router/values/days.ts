/** A day without a year: the last one there was. */
function lastDayIn(goal: string, now: Date): string | undefined {
  const found =
    /\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/.exec(goal) ??
    /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b/.exec(goal)
  if (found === null) return undefined
  const [day, name] = /^\d/.test(found[1] ?? '') ? [found[1], found[2]] : [found[2], found[1]]
  const month = MONTHS.indexOf(name ?? '')
  const year = now.getUTCFullYear() - (Date.UTC(now.getUTCFullYear(), month, Number(day)) > now.getTime() ? 1 : 0)
  return `${year}-${String(month + 1).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A day that a goal names, as YYYY-MM-DD. */
export function dayIn(goal: string, now?: Date): string | undefined {
  const iso = /\b(\d{4}-\d{2}-\d{2})\b/.exec(goal)?.[1]
  if (iso !== undefined) return iso
  const before =
    /\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? ((?:19|20)\d{2})\b/.exec(
      goal,
    )
  const after =
    /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d{2})\b/.exec(
      goal,
    )
  const [day, month, year] = before === null ? [after?.[2], after?.[1], after?.[3]] : [before[1], before[2], before[3]]
  if (day === undefined || month === undefined) return now === undefined ? undefined : lastDayIn(goal, now)
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
