/** Where in an instance: a chain from the leaf to the root (null), so that a path is only written out for a finding. */
export type InstancePath = { parent: InstancePath; key: string | number } | null

/** One reference token of a JSON Pointer (RFC 6901). */
export const pointerToken = (key: string | number) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

/** The JSON Pointer of a path; the root is the empty string. */
export function pointerOf(path: InstancePath): string {
  const tokens: string[] = []
  for (let step = path; step !== null; step = step.parent) tokens.push(`/${pointerToken(step.key)}`)
  return tokens.toReversed().join('')
}

/** The tokens of a JSON Pointer, unescaped; null when it is none. */
export function pointerTokens(pointer: string): string[] | null {
  if (pointer === '') return []
  // RFC 6901, section 3: a tilde is only valid as ~0 or ~1.
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
