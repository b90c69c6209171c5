import type { Pattern } from './pattern-token.ts'

/** Why a pattern does not compile, and the UTF-16 offset in the source where that shows (null when it shows nowhere). */
export type CompileError = { message: string; position: number | null }

/** How V8 takes a source: in Unicode mode, only in the older mode (Annex B spellings such as `\-` or `a{`), or not at all. */
export type Verdict = { mode: 'unicode' | 'legacy' } | { mode: 'invalid'; error: CompileError }

/** Compiles an ECMAScript source for its syntax only; nothing is run, and compiling is linear in the source. */
export function judgeSyntax(source: string): Verdict {
  if (complaint(source, 'u') === null) return { mode: 'unicode' }
  const message = complaint(source, '')
  if (message === null) return { mode: 'legacy' }
  return { mode: 'invalid', error: { message, position: positionOf(source, message) } }
}

/**
 * What Unicode mode still refuses in a pattern that only the older mode takes, once the older spellings are rewritten: a
 * property that does not exist, which the older mode reads as plain letters.
 */
export function judgeUnicode(unicodeSource: string, { tokens }: Pattern): CompileError | null {
  const message = complaint(unicodeSource, 'u')
  if (message === null) return null
  const culprit = tokens.find(
    (token) => token.kind === 'set' && token.parts.some((part) => part.kind === 'property' && !isProperty(part.body)),
  )
  return culprit === undefined
    ? { message, position: null }
    : { message: 'Invalid property name', position: culprit.at }
}

const isProperty = (body: string) => complaint(`\\p{${body}}`, 'u') === null

/** V8's reason why a source does not compile under these flags, or null. */
function complaint(source: string, flags: '' | 'u'): string | null {
  try {
    void new RegExp(source, flags)
    return null
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return text.slice(text.lastIndexOf(': ') + 2)
  }
}

/**
 * V8 gives no offset. What is left open points at its opening bracket; anything else shows in the shortest prefix that
 * already draws the same complaint, whose last unit is the culprit.
 */
function positionOf(source: string, message: string): number | null {
  if (message === 'Unterminated group') return unclosed(source, '(')
  if (message === 'Unterminated character class') return unclosed(source, '[')
  for (let end = 1; end <= source.length; end += 1) {
    if (complaint(source.slice(0, end), '') === message) return end - 1
  }
  return null
}

function unclosed(source: string, bracket: '(' | '['): number | null {
  const open: number[] = []
  let classAt: number | null = null
  for (let index = 0; index < source.length; index += 1) {
    const char = source.charAt(index)
    if (char === '\\') index += 1
    else if (classAt !== null) classAt = char === ']' ? null : classAt
    else if (char === '[') classAt = index
    else if (char === '(') open.push(index)
    else if (char === ')') open.pop()
  }
  return bracket === '[' ? classAt : (open.at(-1) ?? null)
}
