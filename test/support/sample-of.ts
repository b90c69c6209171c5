/**
 * A text that a pattern of RE2 syntax can match, picked by `random` (0 up to 1). For tests that hold rules against what
 * they are meant to find. Marks such as `\b` and `^` stand for nothing, so a sample may miss: try several.
 */
export function sampleOf(pattern: string, random: () => number): string {
  let at = 0
  const peek = () => pattern[at] ?? ''
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

  function alternatives(): () => string {
    const options: (() => string)[] = [sequence()]
    while (peek() === '|') {
      at += 1
      options.push(sequence())
    }
    return () => pick(options)?.() ?? ''
  }

  function sequence(): () => string {
    const parts: (() => string)[] = []
    while (at < pattern.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()))
    return () => parts.map((part) => part()).join('')
  }

  function atom(): { text: () => string; isWide: boolean } {
    const char = peek()
    at += 1
    if (char === '(') {
      const mark = /^\?(?::|P?<\w+>|[a-z]+:)/.exec(pattern.slice(at))?.[0] ?? ''
      at += mark.length
      const inside = alternatives()
      at += 1
      return { text: inside, isWide: false }
    }
    if (char === '[') return { text: oneOf(characterClass()), isWide: pattern[at] !== undefined && wide }
    if (char === '\\') return { text: oneOf(escaped()), isWide: false }
    if (char === '^' || char === '$') return { text: () => '', isWide: false }
    return { text: () => (char === '.' ? ' ' : char), isWide: char === '.' }
  }

  let wide = false
  const oneOf = (chars: readonly string[]) => () => pick(chars) ?? ''

  function escaped(): string[] {
    const char = peek()
    at += 1
    if (char === 'p') {
      at = pattern.indexOf('}', at) + 1
      return ['a']
    }
    if (char === 'u' || char === 'x') {
      const hex = /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2,4}))/.exec(pattern.slice(at))
      at += hex?.[0].length ?? 0
      return [String.fromCodePoint(Number.parseInt(hex?.[1] ?? hex?.[2] ?? '61', 16))]
    }
    const known: Record<string, string[]> = {
      d: [...'0123456789'],
      w: [...'abcdefghijklmnopqrstuvwxyz0123456789'],
      s: [' '],
      S: ['x'],
      n: ['\n'],
      t: ['\t'],
      r: ['\r'],
      b: [''],
      B: [''],
    }
    return known[char] ?? [char]
  }

  /** The characters of a class; one that leaves characters out stands for a blank, or for a letter. */
  function characterClass(): string[] {
    wide = peek() === '^'
    if (wide) at += 1
    const chars: string[] = []
    for (let isFirst = true; isFirst || peek() !== ']'; isFirst = false) {
      const from = peek() === '\\' ? ((at += 1), escaped()) : [((at += 1), pattern[at - 1] ?? '')]
      if (peek() === '-' && pattern[at + 1] !== ']' && from.length === 1) {
        at += 1
        const [to = ''] = peek() === '\\' ? ((at += 1), escaped()) : [((at += 1), pattern[at - 1] ?? '')]
        for (let code = from[0]?.codePointAt(0) ?? 0; code <= (to.codePointAt(0) ?? 0); code += 1)
          chars.push(String.fromCodePoint(code))
      } else chars.push(...from)
    }
    at += 1
    // Of what is left out all may be taken; a blank where it may be, for sentences.
    return wide ? [[' ', 'x', 'q', '7'].find((char) => !chars.includes(char)) ?? '~'] : chars
  }

  function repeated({ text, isWide }: { text: () => string; isWide: boolean }): () => string {
    const mark = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(at))
    if (mark === null) return text
    at += mark[0].length
    const [, sign, least, comma, most] = mark
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0
    const max =
      sign === '?' ? 1 : sign !== undefined || (comma !== undefined && most === '') ? min + 3 : Number(most ?? least)
    return () => {
      const times = isWide
        ? Math.min(max, Math.max(min, 1))
        : min + Math.floor(random() * (Math.min(max, min + 12) - min + 1))
      return Array.from({ length: times }, text).join('')
    }
  }

  return alternatives()()
}
