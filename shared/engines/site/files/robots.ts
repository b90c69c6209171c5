import { oneLine } from '../one-line.ts'

export type RobotsRule = { allow: boolean; path: string }
export type RobotsGroup = {
  /** Product tokens in lower case; `*` for everyone. */
  agents: readonly string[]
  rules: readonly RobotsRule[]
  crawlDelayS: number | null
}
export type Robots = {
  groups: readonly RobotsGroup[]
  sitemaps: readonly string[]
  /** `Content-Signal` lines: what the site allows its content to be used for. */
  contentSignals: readonly string[]
}

/** RFC 9309 requires parsers to read at least 500 KiB. */
const MOST_CHARS = 512_000
const MOST_GROUPS = 300
const MOST_RULES = 1_000
/** Rules and paths are compared up to here, which keeps a hostile file's wildcards cheap. */
const LONGEST_PATH = 512

/**
 * Reads robots.txt (RFC 9309): consecutive User-agent lines share the rules that follow, unknown lines are ignored,
 * sitemaps are outside of groups. Never throws.
 */
export function readRobots(text: string): Robots {
  const groups: { agents: string[]; rules: RobotsRule[]; crawlDelayS: number | null }[] = []
  const sitemaps: string[] = []
  const contentSignals: string[] = []
  let isNaming = false
  let rules = 0
  for (const line of text.slice(0, MOST_CHARS).split(/\r\n|\r|\n/)) {
    const [, name = '', rest = ''] = /^[\uFEFF\s]*([\w-]{3,30})\s*:(.*)$/.exec(line.slice(0, 4_000)) ?? []
    const value = rest.replace(/(?:^|\s)#.*$/, '').trim()
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isNaming && groups.length < MOST_GROUPS) groups.push({ agents: [], rules: [], crawlDelayS: null })
      groups.at(-1)?.agents.push(tokenOf(value))
      isNaming = true
      continue
    }
    if (field === 'sitemap' && sitemaps.length < 50) sitemaps.push(value.slice(0, 2_048))
    if (field === 'content-signal' && contentSignals.length < 10) contentSignals.push(oneLine(value, 200))
    const group = groups.at(-1)
    if (group === undefined) continue
    if (field === 'crawl-delay') {
      const seconds = Number.parseFloat(value)
      if (seconds >= 0 && seconds < 86_400) group.crawlDelayS = seconds
      isNaming = false
    }
    if (field !== 'allow' && field !== 'disallow') continue
    isNaming = false
    rules += 1
    // An empty Disallow forbids nothing.
    if (value !== '' && rules <= MOST_RULES) group.rules.push({ allow: field === 'allow', path: encoded(value) })
  }
  return { groups, sitemaps, contentSignals }
}

export type RobotsVerdict = {
  allowed: boolean
  /** The group that decided: one that names the agent, the one for all agents, or none. */
  by: 'own' | 'any' | 'none'
  /** The line that decided, as `Disallow: /path`; null when none matched. */
  rule: string | null
}

/** Whether an agent may fetch a path with query: the longest matching rule of its groups decides, Allow on a tie. */
export function robotsVerdict({ groups }: Pick<Robots, 'groups'>, agent: string, path: string): RobotsVerdict {
  const { by, rules } = rulesFor(groups, agent)
  const target = encoded(path)
  let best: RobotsRule | null = null
  for (const rule of rules) {
    if (best !== null && !beats(rule, best)) continue
    if (matches(rule.path, target)) best = rule
  }
  if (best === null) return { allowed: true, by, rule: null }
  return { allowed: best.allow, by, rule: `${best.allow ? 'Allow' : 'Disallow'}: ${best.path}` }
}

/** Seconds that an agent must wait between two fetches, from Crawl-delay. */
export function crawlDelayOf({ groups }: Pick<Robots, 'groups'>, agent: string): number | null {
  const delays = groupsFor(groups, agent).groups.flatMap(({ crawlDelayS }) => crawlDelayS ?? [])
  return delays.length === 0 ? null : Math.max(...delays)
}

function groupsFor(groups: readonly RobotsGroup[], agent: string) {
  const token = tokenOf(agent)
  const own = groups.filter(({ agents }) => agents.includes(token))
  if (own.length > 0) return { by: 'own' as const, groups: own }
  const any = groups.filter(({ agents }) => agents.includes('*'))
  return { by: any.length > 0 ? ('any' as const) : ('none' as const), groups: any }
}

function rulesFor(groups: readonly RobotsGroup[], agent: string) {
  const found = groupsFor(groups, agent)
  return { by: found.by, rules: found.groups.flatMap(({ rules }) => rules) }
}

const beats = (rule: RobotsRule, other: RobotsRule) =>
  rule.path.length > other.path.length || (rule.path.length === other.path.length && rule.allow && !other.allow)

/**
 * Matches a path: `*` is any characters and a final `$` is the end. Matched piece by piece, so that no pattern takes
 * long.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = pieces.at(-1)
  if (last === undefined) return !isWhole || path === first
  let from = first.length
  for (const piece of isWhole ? pieces.slice(0, -1) : pieces) {
    const at = path.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return !isWhole || (path.length - last.length >= from && path.endsWith(last))
}

/** The product token of a User-agent line or of an agent: `Bot/1.0 (+…)` is `bot`. */
const tokenOf = (agent: string) => (agent.startsWith('*') ? '*' : (/^[\w-]+/.exec(agent)?.[0] ?? '').toLowerCase())

/** One form for paths: other characters than ASCII percent-encoded, escapes in upper case. */
function encoded(path: string): string {
  return path
    .slice(0, LONGEST_PATH)
    .replaceAll(/[^\x21-\x7E]/gu, (char) => encodeURIComponent(char.isWellFormed() ? char : '\uFFFD'))
    .replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())
}
