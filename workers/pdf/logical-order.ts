/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
const LEFT_TO_RIGHT = /\p{L}/u
const DIGIT = /[\p{Nd}]/u
/** From this share of its letters on, a line is a right-to-left line with foreign words in it, not the other way round. */
const BASE_SHARE = 0.3
/** What a mirrored pair looks like from the other side. */
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }

/**
 * A line as it is read, from a line as it looks: PDF paints Hebrew and Arabic glyph by glyph from left to right. The
 * reordering of the Unicode Bidirectional Algorithm (rule L2) undoes itself, so it is applied to levels found on the
 * painted line.
 */
export function logicalOrder(painted: string): string {
  if (!RIGHT_TO_LEFT.test(painted)) return painted
  const chars = Array.from(painted)
  const kinds = chars.map(kindOf)
  const rightToLeft = kinds.filter((kind) => kind === 'R').length
  const strong = rightToLeft + kinds.filter((kind) => kind === 'L').length
  const base = rightToLeft >= strong * BASE_SHARE ? 1 : 0
  const levels = levelsOf(kinds, base)
  const mirrored = chars.map((char, index) => ((levels[index] ?? 0) % 2 === 1 ? (MIRRORED[char] ?? char) : char))
  return reversed(mirrored, levels).join('')
}

type Kind = 'L' | 'R' | 'N' | '-'

function kindOf(char: string): Kind {
  if (DIGIT.test(char)) return 'N'
  if (RIGHT_TO_LEFT.test(char)) return 'R'
  return LEFT_TO_RIGHT.test(char) ? 'L' : '-'
}

/** Even levels run left to right, odd ones right to left. What is neither takes the level its neighbours agree on. */
function levelsOf(kinds: readonly Kind[], base: 0 | 1): number[] {
  const levels: (number | null)[] = kinds.map((kind) => {
    if (kind === 'R') return 1
    if (kind === 'L') return base === 1 ? 2 : 0
    return kind === 'N' && base === 1 ? 2 : null
  })
  const found = levels.slice()
  let before: number = base
  for (let at = 0; at < levels.length;) {
    if (levels[at] !== null) {
      before = levels[at] ?? base
      at += 1
      continue
    }
    let end = at
    while (end < levels.length && levels[end] === null) end += 1
    const after = levels[end] ?? base
    for (let fill = at; fill < end; fill += 1) found[fill] = before === after ? before : base
    at = end
  }
  return found.map((level) => level ?? base)
}

/** Rule L2: from the highest level down to the lowest odd one, every stretch at that level or above is turned round. */
function reversed(chars: string[], levels: readonly number[]): string[] {
  for (const level of [2, 1]) {
    for (let at = 0; at < chars.length; at += 1) {
      if ((levels[at] ?? 0) < level) continue
      let end = at
      while (end < chars.length && (levels[end] ?? 0) >= level) end += 1
      turnRound(chars, at, end - 1)
      at = end
    }
  }
  return chars
}

function turnRound(chars: string[], first: number, last: number): void {
  for (let [left, right] = [first, last]; left < right; left += 1, right -= 1) {
    ;[chars[left], chars[right]] = [chars[right] ?? '', chars[left] ?? '']
  }
}
