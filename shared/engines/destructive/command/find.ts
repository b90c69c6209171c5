import { isMade, pathClass } from '../path-class.ts'
import { finding, removal } from '../rules/filesystem.rules.ts'
import { report } from '../scan.ts'
import type { Leaf } from './leaf.ts'

const tests =
  /^-(?:i?name|i?path|i?regex|type|[acm]time|[acm]min|size|newer\w*|empty|user|group|perm|links|uid|gid|nouser|nogroup|inum|samefile|i?lname|xtype|iwholename|wholename|used|fstype|executable|readable|writable)$/

/** The places where a `find` begins; the current directory when none is named. */
export function startingPoints(words: readonly string[]): string[] {
  const end = words.findIndex((word, at) => at > 0 && /^(?:-(?!H$|L$|P$|O\d$)|\(|!|\\)/.test(word))
  const points = words.slice(1, end < 0 ? undefined : end).filter((word) => !/^-[HLP]$|^-O\d$/.test(word))
  return points.length === 0 ? ['.'] : points
}

/** Judges `find ... -delete`; commands it runs are unwrapped before (shell/wrapped.ts). */
export function findDelete(leaf: Leaf): void {
  const expression = withoutCommands(leaf.argv)
  if (!expression.includes('-delete')) return
  const narrowed = expression.some((word) => tests.test(word))
  const kinds = startingPoints(leaf.argv).map((point) => pathClass(point, leaf.cwd))
  if (kinds.every((kind) => kind === 'temp')) return report(leaf.scan, removal.temp, leaf.segment, leaf.text)
  const dangerous = kinds.some(
    (kind) => kind === 'root' || kind === 'home' || kind === 'system' || kind === 'unset' || kind === 'system-inside',
  )
  if (narrowed) {
    const rule = findsOnlyMade(leaf.argv) ? finding.deleteMade : finding.deleteSome
    return report(leaf.scan, rule, leaf.segment, leaf.text, dangerous ? 'high' : undefined)
  }
  report(leaf.scan, finding.deleteAll, leaf.segment, leaf.text, dangerous ? 'critical' : undefined)
}

/**
 * Whether every branch of a `find` matches only files that programs regenerate (`-name '*.pyc'`), or only empty ones.
 */
export function findsOnlyMade(words: readonly string[]): boolean {
  const expression = withoutCommands(words)
  const branches = 1 + expression.filter((word) => word === '-o' || word === '-or').length
  const names = namesOf(words)
  if (expression.some((word) => word === '!' || word === '-not')) return false
  return (names.length >= branches && names.every(isMade)) || (branches === 1 && expression.includes('-empty'))
}

/** The patterns that a `find` holds file names against. */
export const namesOf = (words: readonly string[]): string[] =>
  words.filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ''))

/** The expression without what -exec and its kin pass on, and without the values of tests: both are only words here. */
function withoutCommands(words: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    kept.push(word)
    if (/^-(?:i?name|i?path|i?regex|i?wholename|printf|fprint|fls)$/.test(word)) at += 1
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(word)) continue
    while (at < words.length && !endsCommand(words, at)) at += 1
  }
  return kept
}

/** Whether the word ends the command of an -exec: `;`, or `+` after `{}`. */
export const endsCommand = (words: readonly string[], at: number) =>
  words[at] === ';' || words[at] === '\\;' || (words[at] === '+' && words[at - 1] === '{}')
