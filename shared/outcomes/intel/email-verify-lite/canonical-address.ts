import { DOT_BLIND, PROVIDER_DOMAINS, TAGGED } from '#shared/engines/email/providers.rules.ts'

/** The tag of `name+tag`; null without one. */
export function subaddressOf(local: string): string | null {
  const at = local.indexOf('+')
  return at <= 0 || local.startsWith('"') ? null : local.slice(at + 1)
}

/**
 * The address under which a provider delivers all spellings of it: case, dots and tags that it ignores are gone. Of other
 * domains only the case goes: there a tag may be somebody else.
 */
export function canonicalAddress(local: string, domain: string): string {
  const home = PROVIDER_DOMAINS.get(domain)
  if (local.startsWith('"')) return `${local}@${domain}`
  const lower = local.toLowerCase()
  if (home === undefined) return `${lower}@${domain}`
  const tag = TAGGED.get(home.provider)
  const at = tag === undefined ? -1 : lower.indexOf(tag)
  const bare = at > 0 ? lower.slice(0, at) : lower
  const signs = DOT_BLIND.get(home.provider)
  const name = signs === undefined ? bare : [...bare].filter((char) => !signs.includes(char)).join('')
  return `${name === '' ? bare : name}@${home.domain}`
}
