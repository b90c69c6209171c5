export type CspFacts = {
  /** No policy limits where scripts come from, or the one that does lets injected ones run. */
  isUnsafe: boolean
  hasFrameAncestors: boolean
  /** What makes it unsafe, for the evidence. */
  weakness: string | null
}

/**
 * Reads Content-Security-Policy (CSP Level 3). Several policies apply together, so the strictest one decides. Inline
 * scripts that a nonce, a hash or strict-dynamic governs are safe: browsers then ignore 'unsafe-inline'.
 */
export function readCsp(policies: string): CspFacts {
  const weaknesses: (string | null)[] = []
  let hasFrameAncestors = false
  for (const policy of policies.slice(0, 16_000).split(',')) {
    const directives = directivesOf(policy)
    if (directives.size === 0) continue
    if (directives.has('frame-ancestors')) hasFrameAncestors = true
    weaknesses.push(weaknessOf(directives.get('script-src') ?? directives.get('default-src')))
  }
  const weakness = weaknesses.length === 0 || weaknesses.includes(null) ? null : (weaknesses[0] ?? null)
  return { isUnsafe: weaknesses.length > 0 && weakness !== null, hasFrameAncestors, weakness }
}

function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...values] = part.trim().toLowerCase().split(/\s+/)
    // A directive that is repeated counts as it came first.
    if (name !== '' && !directives.has(name)) directives.set(name, values)
  }
  return directives
}

function weaknessOf(sources: readonly string[] | undefined): string | null {
  if (sources === undefined) return 'neither script-src nor default-src is set'
  if (sources.includes("'unsafe-eval'")) return "script-src has 'unsafe-eval'"
  const isGoverned = sources.some((source) => /^'(?:nonce-|sha(?:256|384|512)-|strict-dynamic)/.test(source))
  if (isGoverned) return null
  if (sources.includes("'unsafe-inline'")) return "script-src has 'unsafe-inline'"
  const open = sources.find((source) => ['*', 'http:', 'https:', 'data:'].includes(source))
  return open === undefined ? null : `script-src allows ${open}`
}
