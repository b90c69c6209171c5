/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
const LEFT_TO_RIGHT = /\p{L}/u
const DIGIT = /[\p{Nd}]/u
/** From this share of right-to-left letters on, the base direction of a line is right to left. */
const BASE_SHARE = 0.3
/** Characters that are mirrored in right-to-left text. */
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }

/**
 * Converts a line from visual to logical order: PDF paints Hebrew and Arabic from left to right. Rule L2 of the Unicode
 * Bidirectional Algorithm is its own inverse, so it is applied to levels computed on the visual line.
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
  return reverseByLevel(mirrored, levels).join('')
}

type Kind = 'L' | 'R' | 'N' | '-'

function kindOf(char: string): Kind {
  if (DIGIT.test(char)) return 'N'
  if (RIGHT_TO_LEFT.test(char)) return 'R'
  return LEFT_TO_RIGHT.test(char) ? 'L' : '-'
}

/**
 * Embedding levels: even is left to right, odd is right to left. Neutral characters take the level of both neighbours,
 * or else the base level.
 */
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

/** Rule L2: from the highest level to the lowest odd one, reverses each stretch at that level or above. */
function reverseByLevel(chars: string[], levels: readonly number[]): string[] {
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
