import { compilePattern, findIn, findInLong, type PatternHit } from './compiled-pattern.ts'
import type { PageSigns } from './read-signs.ts'
import { TECHNOLOGIES } from './technologies.ts'
import type { Pattern, Technology } from './technology.ts'

export type EvidenceKind = 'header' | 'html' | 'script' | 'cookie' | 'meta' | 'dns' | 'url' | 'code' | 'robots' | 'tls'
export type Evidence = { kind: EvidenceKind; pattern: string; match: string }

/** Everything of a site that is looked at. */
export type SiteSigns = {
  url: string
  page: PageSigns
  /** Lower-case names; every value of each. */
  headers: Readonly<Record<string, readonly string[]>>
  cookies: readonly string[]
  /** The beginnings of the site's own script files. */
  scriptTexts: readonly string[]
  robots: string | null
  dns: Readonly<Partial<Record<'MX' | 'NS' | 'TXT', readonly string[]>>>
  issuer: string | null
}

export type Match = { technology: Technology; confidence: number; version: string | null; evidence: Evidence[] }

const MOST_EVIDENCE = 6

/** Every technology that shows itself, with where and how. Confidence of several signs adds up to at most 100. */
export function matchTechnologies(site: SiteSigns): Match[] {
  const long = [site.page.html, [site.page.code, ...site.scriptTexts].join('\n'), site.robots ?? '']
  const [html = '', code = '', robots = ''] = long
  const [lowerHtml = '', lowerCode = '', lowerRobots = ''] = long.map((text) => text.toLowerCase())
  return TECHNOLOGIES.flatMap((technology) => {
    const found = new Findings()
    for (const [name, patterns] of Object.entries(technology.headers ?? {})) {
      for (const value of site.headers[name] ?? []) found.short('header', patterns, value, name)
    }
    for (const [name, patterns] of Object.entries(technology.meta ?? {})) {
      for (const { content } of site.page.meta.filter((meta) => meta.name === name)) {
        found.short('meta', patterns, content, name)
      }
    }
    for (const name of site.cookies) found.short('cookie', technology.cookies, name)
    for (const url of site.page.urls) found.short('script', technology.script, url)
    found.short('url', technology.url, site.url)
    for (const [type, patterns] of Object.entries(technology.dns ?? {})) {
      // Safe: the keys of a technology's dns are these three.
      for (const value of site.dns[type as 'MX'] ?? []) found.short('dns', patterns, value, type)
    }
    if (site.issuer !== null) found.short('tls', technology.tls, site.issuer)
    found.long('html', technology.html, html, lowerHtml)
    found.long('code', technology.code, code, lowerCode)
    found.long('robots', technology.robots, robots, lowerRobots)
    return found.evidence.length === 0
      ? []
      : [{ technology, confidence: Math.min(100, found.confidence), version: found.version, evidence: found.evidence }]
  })
}

/** The signs of one technology; each pattern counts once. */
class Findings {
  readonly evidence: Evidence[] = []
  confidence = 0
  version: string | null = null
  readonly #seen = new Set<string>()

  short(kind: EvidenceKind, patterns: Pattern | readonly Pattern[] | undefined, text: string, at?: string): void {
    for (const pattern of listed(patterns)) {
      const compiled = compilePattern(pattern)
      if (compiled.literal !== '' && !text.toLowerCase().includes(compiled.literal)) continue
      this.#take(kind, pattern, findIn(compiled, text), at)
    }
  }

  long(kind: EvidenceKind, patterns: Pattern | readonly Pattern[] | undefined, text: string, lower: string): void {
    if (text === '') return
    for (const pattern of listed(patterns)) this.#take(kind, pattern, findInLong(compilePattern(pattern), text, lower))
  }

  #take(kind: EvidenceKind, pattern: Pattern, hit: PatternHit | null, at?: string): void {
    if (hit === null) return
    // A later sign may still know the version.
    if (hit.version !== null && (this.version === null || hit.version.length > this.version.length)) {
      this.version = hit.version
    }
    const { source, confidence } = compilePattern(pattern)
    const shown = at === undefined ? source : `${at}: ${source}`
    if (this.#seen.has(`${kind} ${shown}`)) return
    this.#seen.add(`${kind} ${shown}`)
    this.confidence += confidence
    if (this.evidence.length < MOST_EVIDENCE) this.evidence.push({ kind, pattern: shown, match: oneLine(hit.match) })
  }
}

const listed = (patterns: Pattern | readonly Pattern[] | undefined): readonly Pattern[] =>
  patterns === undefined ? [] : typeof patterns === 'string' ? [patterns] : patterns

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
