import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { judgeCondition, doneSection, splitConditions, type Condition } from './conditions.ts'
import { findCovering, numberClashes } from './coverage.ts'
import { doneWhenRules, PAY_FIRST } from './done-when.rules.ts'
import { namesDeadline, namesFormat } from './testable.ts'

type Texts = string | readonly string[] | undefined
type Asked = {
  brief?: string | undefined
  done_when?: Texts
  deliverables?: Texts
  acceptance_tests?: Texts
  budget_usdc?: number | undefined
}
type Report = LintReport<typeof doneWhenRules>

/** From here on applicants need a work sample and two completed jobs (10000 cents). */
const HIGH_BUDGET = 100
const MOST_REWRITES = 50
const BARE = 'Running `<command>` on <system> gives <expected result>.'

/** Judges whether a job brief says testably when it is done. Texts are judged as English. */
export function lintBrief(asked: Asked) {
  const report: Report = new LintReport(doneWhenRules)
  const conditions = conditionsOf(asked)
  const texts = textsOf(asked)
  const all = Object.values(texts).join('\n')
  lintConditions(report, conditions)
  lintSecrets(report, texts)
  for (const sign of PAY_FIRST) {
    const phrase = sign.exec(all)?.[0]
    if (phrase === undefined) continue
    report.add('DW_PAY_FIRST', '', { phrase })
    break
  }
  const deliverables = splitConditions(asked.deliverables)
  const coverage = deliverables.map((deliverable, at) => ({
    deliverable,
    covered_by: findCovering(deliverable, at + 1, conditions),
  }))
  for (const [at, { deliverable, covered_by }] of coverage.entries())
    if (covered_by.length === 0) report.add('DW_NOT_COVERED', `/deliverables/${at}`, { text: deliverable })
  const missing = lintMissing(report, all, asked.budget_usdc)
  for (const { unit, ...clash } of numberClashes(texts)) report.add('DW_NUMBERS_CONFLICT', '', { unit, ...clash })
  const verdict = report.conclude(asked)
  const { errors, warnings, infos } = verdict.summary
  return {
    ...verdict,
    x402_version: null,
    score: Math.max(0, 100 - 25 * errors - 8 * warnings - 2 * infos),
    conditions: conditions.map(({ text, source, testable, kind, problems }) => ({
      text,
      source,
      testable,
      kind,
      problems,
    })),
    coverage,
    missing,
    rewrite: [...new Set(conditions.filter(({ testable }) => !testable).map(rewriteOf))].slice(0, MOST_REWRITES),
    high_budget: (asked.budget_usdc ?? 0) >= HIGH_BUDGET,
  }
}

function conditionsOf({ brief, done_when, acceptance_tests }: Asked): Condition[] {
  const section = done_when === undefined && brief !== undefined ? doneSection(brief) : null
  return [
    ...splitConditions(done_when).map((text) => judgeCondition(text, 'done_when')),
    ...splitConditions(section ?? undefined).map((text) => judgeCondition(text, 'brief')),
    ...splitConditions(acceptance_tests).map((text) => judgeCondition(text, 'acceptance_tests')),
  ]
}

function textsOf({ brief, done_when, deliverables, acceptance_tests }: Asked): Record<string, string> {
  const joined = (texts: Texts) => (texts === undefined ? [] : [typeof texts === 'string' ? texts : texts.join('\n')])
  const entries = { brief, done_when, deliverables, acceptance_tests }
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, texts]) => joined(texts).map((text) => [name, text])),
  )
}

const rewriteOf = ({ vague }: Condition) => vague?.group.rewrite ?? BARE

function lintConditions(report: Report, conditions: readonly Condition[]): void {
  if (!conditions.some(({ source }) => source !== 'acceptance_tests')) report.add('DW_EMPTY', '/done_when')
  if (conditions.length > 0 && !conditions.some(({ testable }) => testable)) {
    const [first] = conditions
    report.add('DW_NO_TEST', '/done_when', { rewrite: first === undefined ? BARE : rewriteOf(first) })
  }
  for (const [at, condition] of conditions.entries()) {
    const { testable, vague, impossible, source, text } = condition
    const path = `/${source}`
    const facts = { at: at + 1, text, rewrite: rewriteOf(condition), phrase: impossible ?? vague?.phrase ?? '' }
    if (impossible !== null) report.add('DW_IMPOSSIBLE', path, facts)
    else if (vague?.group.isSubjective === true) report.add('DW_SUBJECTIVE', path, facts)
    else if (vague !== null) report.add('DW_VAGUE', path, facts)
    else if (!testable) report.add('DW_NOT_TESTABLE', path, facts)
  }
}

/** A password somebody wrote into a sentence; other credentials have shapes of their own. */
const SPOKEN =
  /\b(?:password|passwd|passphrase|pwd|api[ _-]?key|access[ _-]?token|secret)\b\s*(?:is|are|=|:|->)\s*["'`]?([^\s"'`,;]{6,200})/i

function lintSecrets(report: Report, texts: Readonly<Record<string, string>>): void {
  for (const [field, text] of Object.entries(texts)) {
    const [found] = findSecrets(text, { maxFindings: 1 })
    const spoken = SPOKEN.exec(text)?.[1]
    const isPlain = spoken === undefined || /^[a-z]+[.!?]?$/i.test(spoken)
    if (found !== undefined) report.add('secret_in_brief', `/${field}`, { field, preview: found.preview })
    else if (!isPlain) report.add('secret_in_brief', `/${field}`, { field, preview: `${spoken.slice(0, 4)}…` })
  }
}

function lintMissing(report: Report, all: string, budget: number | undefined): string[] {
  const missing: string[] = []
  const look = (isThere: boolean, name: string, code: keyof typeof doneWhenRules) => {
    if (isThere) return
    missing.push(name)
    report.add(code, '')
  }
  look(namesDeadline(all), 'deadline', 'DW_NO_DEADLINE')
  look(namesFormat(all), 'format', 'DW_NO_FORMAT')
  look(
    /\b(?:\d+|one|two|three|four|five|no|single)\s+(?:further |more )?(?:rounds?|revisions?|iterations?|changes|edits?)\b|\brevisions?:?\s*\d/i.test(
      all,
    ),
    'revision_limit',
    'DW_NO_REVISIONS',
  )
  look(
    /\b(?:access|credentials? (?:are|will)|invite|account|repository (?:access|link)|repo (?:access|link)|shared drive)\b|https?:\/\//i.test(
      all,
    ),
    'access',
    'DW_NO_ACCESS',
  )
  look(
    /\b(?:licen[cs]e|copyright|ownership|owns?|intellectual property|ip rights|work for hire|mit|apache)\b/i.test(all),
    'license',
    'DW_NO_LICENSE',
  )
  look(budget !== undefined && budget > 0, 'budget', 'DW_NO_BUDGET')
  if ((budget ?? 0) >= HIGH_BUDGET) report.add('DW_HIGH_BUDGET', '/budget_usdc')
  return missing
}
