const PDF_DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/

/** Converts a PDF date (ISO 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm') to ISO 8601 in UTC; null if invalid. */
export function isoOfPdfDate(text: string): string | null {
  const parts = PDF_DATE.exec(text.trim())
  if (parts === null) return null
  const at = (index: number, fallback: number) => Number(parts[index] ?? fallback)
  const offsetMinutes = (parts[7] === '-' ? -1 : 1) * (at(8, 0) * 60 + at(9, 0))
  const [month, day, hour, minute, second] = [at(2, 1), at(3, 1), at(4, 0), at(5, 0), at(6, 0)]
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null
  const time = new Date(Date.UTC(at(1, 0), month - 1, day, hour, minute, second) - offsetMinutes * 60_000)
  return time.toISOString()
}
