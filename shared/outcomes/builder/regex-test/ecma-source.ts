import { SourceWriter } from './mapped-source.ts'
import type { MappedSource } from './mapped-source.ts'

/**
 * Rewrites what is not ECMAScript in a pattern: Python's `(?P<name>...)` and `(?P=name)`, and, with `verbose`, the white
 * space and `# ...` comments of the x flag (outside classes, unless escaped). It judges nothing: a broken pattern stays
 * broken, at mapped offsets.
 */
export function ecmaSource(pattern: string, verbose: boolean): MappedSource {
  const out = new SourceWriter()
  let inClass = false
  // Space that was dropped may not lengthen an escape: `\1 0` is not `\10`.
  let dropped = false

  for (let index = 0; index < pattern.length;) {
    const start = index
    const rest = pattern.slice(index, index + 4)
    if (verbose && !inClass && /^\s/.test(rest)) {
      index += 1
      dropped = true
      continue
    }
    if (verbose && !inClass && rest.startsWith('#')) {
      const lineEnd = pattern.indexOf('\n', index)
      index = lineEnd === -1 ? pattern.length : lineEnd
      dropped = true
      continue
    }
    if (dropped && /^[0-9a-z]/i.test(rest) && OPEN_ESCAPE.test(pattern.slice(0, start).trimEnd()))
      out.write('(?:)', start)
    dropped = false

    if (rest.startsWith('\\')) {
      const escaped = String.fromCodePoint(pattern.codePointAt(index + 1) ?? 0x5c)
      index += index + 1 < pattern.length ? 1 + escaped.length : 1
      // With the x flag `\ ` and `\#` stand for the character itself, which Unicode mode would refuse.
      const isVerboseEscape = verbose && index - start > 1 && /^[\s#]$/.test(escaped)
      out.write(isVerboseEscape ? unicodeEscape(escaped) : pattern.slice(start, index), start)
      continue
    }
    if (!inClass && rest === '(?P<') {
      out.write('(?<', start)
      index += 4
      continue
    }
    if (!inClass && rest === '(?P=') {
      const close = pattern.indexOf(')', index)
      index = close === -1 ? pattern.length : close + 1
      out.write(close === -1 ? '(?P=' : `\\k<${pattern.slice(start + 4, close)}>`, start)
      continue
    }
    if (rest.startsWith('[')) inClass = true
    if (rest.startsWith(']')) inClass = false
    out.write(pattern.charAt(index), start)
    index += 1
  }
  return out.finish(pattern.length)
}

const OPEN_ESCAPE = /\\(?:[0-9]+|x[0-9a-f]?|u[0-9a-f]{0,3}|c)$/i

const unicodeEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
