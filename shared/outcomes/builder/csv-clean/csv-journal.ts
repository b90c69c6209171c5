const KEPT = 500
const SHOWN_CHARS = 200

/** Places are rows of the input, from 1, the header counted; null is the whole column. */
export type CsvChange = { row: number; column: string; from: string; to: string | null; code: string }
export type CsvIssue = { row: number | null; column: string | null; code: string; detail: string }

/** Everything that was done to a table and everything that looks wrong in it; the first 500 of each are kept. */
export class CsvJournal {
  readonly changes: CsvChange[] = []
  readonly issues: CsvIssue[] = []
  readonly repairedRows = new Set<number>()
  changeCount = 0
  issueCount = 0
  trimmed = 0
  nulled = 0
  converted = 0

  change({ from, to, ...change }: CsvChange): void {
    this.changeCount += 1
    if (this.changes.length >= KEPT) return
    this.changes.push({ ...change, from: from.slice(0, SHOWN_CHARS), to: to?.slice(0, SHOWN_CHARS) ?? null })
  }

  issue(issue: CsvIssue): void {
    this.issueCount += 1
    if (this.issues.length < KEPT) this.issues.push(issue)
  }
}
