import type { Finder } from './finder.ts'
import type { Flags } from './pattern-token.ts'

/** Backtracking search in Unicode mode. Its time has no bound: only inside `stopAfter`. */
export function v8Finder(source: string, flags: Flags, text: string): Finder {
  const letters = `dg${flags.ignoreCase ? 'i' : ''}${flags.multiline ? 'm' : ''}${flags.dotAll ? 's' : ''}u`
  const expression = new RegExp(source, letters)
  return (from) => {
    for (let start = from; start <= text.length; start += 1) {
      expression.lastIndex = start
      const found = expression.exec(text)
      if (found === null) return null
      // V8 also tries between the halves of a surrogate pair, where Unicode mode has no position.
      if (!splitsPair(text, found.index)) return found.indices?.flatMap((span) => span ?? [-1, -1]) ?? null
      start = found.index
    }
    return null
  }
}

const splitsPair = (text: string, at: number) => at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
