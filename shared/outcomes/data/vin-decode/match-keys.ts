/**
 * Whether the descriptor of a VIN (positions 4 to 8, `|`, positions 10 to 17) has the form of vPIC keys: `*` is any
 * character, `#` a digit, `[A-C4]` one of these, `[^X]` none of them; keys may end early. Returns how many positions the
 * keys fix, so that the most exact pattern wins; null when it does not match.
 */
export function matchKeys(keys: string, descriptor: string): number | null {
  let fixed = 0
  let at = 0
  for (let index = 0; index < keys.length; index += 1, at += 1) {
    const key = keys[index]
    const character = descriptor[at]
    if (character === undefined) return null
    if (key === '*') continue
    if (key === '[') {
      const end = keys.indexOf(']', index)
      if (end === -1 || !isInClass(keys.slice(index + 1, end), character)) return null
      index = end
    } else if (key === '#' ? !/\d/.test(character) : key !== character) {
      return null
    }
    if (key !== '|') fixed += 1
  }
  return fixed
}

function isInClass(members: string, character: string): boolean {
  const negated = members.startsWith('^')
  const set = negated ? members.slice(1) : members
  let has = false
  for (let index = 0; index < set.length; index += 1) {
    const isRange = set[index + 1] === '-' && index + 2 < set.length
    const low = set[index] ?? ''
    const high = isRange ? (set[index + 2] ?? low) : low
    has ||= character >= low && character <= high
    if (isRange) index += 2
  }
  return has !== negated
}
