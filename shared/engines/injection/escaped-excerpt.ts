const MOST = 160

/** A place of a text as one line of at most 160 characters, with what cannot be seen written as `\u{...}`. */
export function escapedExcerpt(text: string, { start, end }: { start: number; end: number }): string {
  const piece = text.slice(start, Math.min(Math.max(end, start), start + MOST)).toWellFormed()
  let shown = ''
  for (const char of piece) {
    const next =
      /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(char) && !/[\n\t ]/.test(char)
        ? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
        : char
    if (shown.length + next.length > MOST) break
    shown += next
  }
  return shown.replace(/\s+/g, ' ').trim()
}
