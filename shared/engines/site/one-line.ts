/** One line of foreign text: no control characters, single spaces, at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  // A cut between the halves of a surrogate pair would leave half a character.
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
