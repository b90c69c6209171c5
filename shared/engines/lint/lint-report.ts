import { clip } from '../json/json-value.ts'
import { lintSeverities, type LintFinding, type LintSeverity, type LintVerdict } from './lint-verdict.ts'
import { documentDigest } from './document-digest.ts'

/** A rule of a lint. `{name}` in `message` and `fix` is replaced by a fact of the finding. */
export type LintRule = { severity: LintSeverity; message: string; fix?: string; spec?: string }

/** The rules of one lint by code. */
export type RuleBook = Readonly<Record<string, LintRule>>

type Facts = Readonly<Record<string, string | number | boolean | null>>
type Outcome = Pick<LintVerdict, 'valid' | 'decision' | 'findings' | 'summary' | 'input_digest'>

const MOST_FINDINGS = 200
const MOST_CHARACTERS = 160

/** Collects what the rules of one book find, and comes to the decision. */
export class LintReport<Book extends RuleBook> {
  readonly #book: Book
  readonly #findings: LintFinding[] = []
  readonly #counts = { error: 0, warning: 0, info: 0 }

  constructor(book: Book) {
    this.#book = book
  }

  /** Adds a finding. Past 200 findings are only counted; `severity` is for rules that depend on what they meet. */
  add(code: keyof Book & string, path: string, facts: Facts = {}, severity?: LintSeverity): void {
    const rule = this.#book[code]
    if (rule === undefined) return
    const graded = severity ?? rule.severity
    this.#counts[graded] += 1
    // An error is kept even where two hundred notes came before it.
    if (this.#findings.length >= MOST_FINDINGS && (graded !== 'error' || this.#counts.error > MOST_FINDINGS)) return
    this.#findings.push({
      code,
      severity: graded,
      path,
      message: filled(rule.message, facts),
      spec: rule.spec ?? null,
      fix: rule.fix === undefined ? null : filled(rule.fix, facts),
    })
  }

  get errors(): number {
    return this.#counts.error
  }

  /** Whether there is an error at `path` or below it. */
  hasErrorAt(path: string): boolean {
    return this.#findings.some(
      (finding) => finding.severity === 'error' && (finding.path === path || finding.path.startsWith(`${path}/`)),
    )
  }

  /** The verdict about `document`. With `strict`, warnings count as errors. */
  conclude(document: unknown, { strict = false }: { strict?: boolean } = {}): Outcome {
    const findings = this.#findings
      .map((finding) =>
        strict && finding.severity === 'warning' ? { ...finding, severity: 'error' as const } : finding,
      )
      .sort(
        (a, b) =>
          lintSeverities.indexOf(a.severity) - lintSeverities.indexOf(b.severity) ||
          compared(a.path, b.path) ||
          compared(a.code, b.code),
      )
      .slice(0, MOST_FINDINGS)
    const { error, warning, info } = this.#counts
    const errors = strict ? error + warning : error
    const warnings = strict ? 0 : warning
    return {
      valid: errors === 0,
      decision: decided(errors, warnings),
      findings,
      summary: { errors, warnings, infos: info },
      input_digest: documentDigest(document),
    }
  }
}

const compared = (a: string, b: string) => Number(a > b) - Number(a < b)

function decided(errors: number, warnings: number): LintVerdict['decision'] {
  if (errors > 0) return 'no-go'
  return warnings > 0 ? 'review' : 'go'
}

const filled = (template: string, facts: Facts) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => clip(String(facts[name] ?? ''), MOST_CHARACTERS))
