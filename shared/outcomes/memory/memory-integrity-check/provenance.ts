import type { Entry } from './entry-hash.ts'
import type { IntegrityVerdict } from './integrity-verdict.ts'

const outside =
  /\b(?:web|page|site|http|url|tool|email|mail|document|pdf|upload|attachment|external|scrape|search|feed|rss|forum|social|chat|slack|discord|untrusted|unknown|third.?party)\b/i

/** Where the entries came from, and which part of them strangers could have written. */
export function provenanceOf(entries: readonly Entry[]): IntegrityVerdict['provenance'] {
  const bySource = new Map<string, number>()
  for (const { source } of entries)
    if (source !== undefined && source !== '')
      bySource.set(source.slice(0, 200), (bySource.get(source.slice(0, 200)) ?? 0) + 1)
  const untrusted = entries.filter(isUntrusted).length
  return {
    by_source: Object.fromEntries([...bySource].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, 200)),
    untrusted_share: Math.round((untrusted / entries.length) * 1_000) / 1_000,
    without_source: entries.filter(({ source }) => source === undefined || source === '').length,
  }
}

function isUntrusted({ trust, source }: Entry): boolean {
  if (typeof trust === 'number') return trust < 0.5
  if (typeof trust === 'boolean') return !trust
  if (typeof trust === 'string') return /^(?:untrusted|low|none|unknown|mixed)$/i.test(trust)
  return source !== undefined && outside.test(source)
}
