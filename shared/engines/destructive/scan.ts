import { gradeOf, levels } from './rule.ts'
import type { BlastRadius, Family, Level, Reversible, Rule } from './rule.ts'

/** One thing in the action that destroys, in wire names. */
export type Finding = {
  rule_id: string
  family: Family
  severity: Level
  segment: number
  matched: string
  reversible: Reversible
  blast_radius: BlastRadius
  message: string
  safer: string | null
}

/** One command, statement, request or call of the action, after unwrapping. */
export type Segment = { argv: string[]; via: string[] }

/** Where in the action something stands: through which wrappers, and how deep. */
export type Place = { via: readonly string[]; depth: number }

/** A finding that a real dry-run flag of the same segment makes harmless. */
export type Rehearsal = { finding: Finding; flag: string }

type Fact = Finding & { rule: Rule }

/** One call of the action's text into another language; each door reports into the same scan. */
export type Doors = {
  shell: (text: string, place: Place) => void
  sql: (text: string, place: Place) => void
  code: (text: string, place: Place & { language: string }) => void
  http: (request: { method: string; url: string; body?: string | undefined }, place: Place) => void
  /** A command whose words are known, as `subprocess.run([...])` has them. */
  argv: (words: readonly string[], place: Place) => void
}

/** State of the scan of an action. */
export type Scan = {
  doors: Doors
  findings: Fact[]
  segments: Segment[]
  opaque: string[]
  rehearsals: Rehearsal[]
  /** Number of commands with a real dry-run flag, destructive or not. */
  dryRuns: number
  /** Clauses that may be orders and that nobody here understands. */
  unclear: string[]
  /** Steps left; hostile text that unfolds without end runs out of them and is reported, not followed. */
  steps: number
}

const deepest = 12
const mostSegments = 200
const mostFindings = 100
const shown = 200

export const newScan = (doors: Doors): Scan => ({
  doors,
  findings: [],
  segments: [],
  opaque: [],
  rehearsals: [],
  dryRuns: 0,
  unclear: [],
  steps: 20_000,
})

/** One level further in, through `name`. */
export const inside = (place: Place, ...name: string[]): Place => ({
  via: [...place.via, ...name],
  depth: place.depth + 1,
})

/** Whether there is time and depth left for `cost` more steps; what is cut off counts as opaque. */
export function affords(scan: Scan, place: Place, cost = 1): boolean {
  scan.steps -= cost
  if (scan.steps >= 0 && place.depth <= deepest) return true
  reportOpaque(scan, tooComplex, 'nesting', scan.segments.length - 1)
  return false
}

/** Critical, because anything may follow; nobody writes such an action by hand. */
export const tooComplex: Rule = {
  id: 'process.too-complex',
  family: 'process',
  is: 'critical with_backup system',
  reason: 'opaque_execution',
  message: 'The action nests or repeats so much that it cannot be followed to its end.',
  safer: 'Send the innermost command by itself.',
}
/** Notes a command or statement and gives its number. Past a limit segments share the last number. */
export function addSegment(scan: Scan, argv: readonly string[], place: Place): number {
  if (scan.segments.length < mostSegments) {
    scan.segments.push({ argv: argv.slice(0, 100).map((word) => clip(word)), via: [...place.via] })
  }
  return scan.segments.length - 1
}

/** Reports what a rule found. `level` replaces the rule's own severity where the circumstances say more. */
export function report(scan: Scan, rule: Rule, segment: number, matched: string, level?: Level): void {
  const grade = gradeOf(rule)
  const severity = level ?? grade.severity
  const shownMatch = clip(matched)
  const known = scan.findings.some(
    (one) => one.rule === rule && one.segment === segment && one.matched === shownMatch && one.severity === severity,
  )
  if (severity === 'none' || known || !hasRoom(scan, severity)) return
  scan.findings.push({
    rule,
    rule_id: rule.id,
    family: rule.family,
    severity,
    segment: Math.max(0, segment),
    matched: shownMatch,
    reversible: grade.reversible,
    blast_radius: grade.blast_radius,
    message: rule.message,
    safer: rule.safer ?? null,
  })
}

/** Makes room by forgetting a milder finding, so that a flood of small ones cannot hide a big one. */
function hasRoom(scan: Scan, severity: Level): boolean {
  if (scan.findings.length < mostFindings) return true
  const milder = scan.findings.findIndex((one) => levels.indexOf(one.severity) < levels.indexOf(severity))
  if (milder >= 0) scan.findings.splice(milder, 1)
  return milder >= 0
}

/** Reports a part whose effect cannot be read from the text. */
export function reportOpaque(scan: Scan, rule: Rule, part: string, segment: number): void {
  const text = clip(part)
  if (!scan.opaque.includes(text) && scan.opaque.length < 50) scan.opaque.push(text)
  report(scan, rule, segment, part)
}

/** A cut may halve a surrogate pair, which no JSON store takes. */
export const clip = (text: string) => (text.length > shown ? `${text.slice(0, shown - 1).toWellFormed()}…` : text)
