/** A text with each place replaced by `[REDACTED:rule_id]`. Of overlapping places the first gives its name. */
export function redactPlaces(text: string, places: readonly { start: number; end: number; rule_id: string }[]): string {
  let clean = ''
  let from = 0
  for (const { start, end, rule_id } of [...places].sort((a, b) => a.start - b.start)) {
    if (start < from) {
      from = Math.max(from, end)
      continue
    }
    clean += `${text.slice(from, start)}[REDACTED:${rule_id}]`
    from = end
  }
  return clean + text.slice(from)
}
