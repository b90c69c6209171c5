/**
 * The repeats of a pattern (RE2 syntax) that have no upper bound and repeat more than one class of characters: those are
 * what a backtracking engine may try over and over. `[a-z]{20,}` is one class and is left alone.
 */
export function unboundedIn(pattern: string): string[] {
  const plain = pattern
    .replace(/\\./g, 'x')
    .replace(/\[\^?\]?[^\]]*\]/g, 'C')
    .replace(/\(\?[a-z:]+/g, '(')
  return [...plain.matchAll(/(?:[^C]|^)(?:[*+]|\{\d+,\})/g)].map(({ 0: hit, index }) =>
    plain.slice(Math.max(0, index - 30), index + hit.length),
  )
}
