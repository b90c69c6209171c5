import type { ExfilFinding } from './exfil-verdict.ts'

const MANY_RECORDS = 20

/** Twenty or more records about people or accounts: that is an export, not a mention. */
export function bulkData(content: unknown, findings: readonly ExfilFinding[]): { records: number; why: string } | null {
  const personal = new Set(findings.filter(({ kind }) => kind === 'pii').map(({ fingerprint }) => fingerprint))
  if (personal.size >= MANY_RECORDS) return { records: personal.size, why: 'different pieces of personal data' }
  const secrets = new Set(findings.filter(({ kind }) => kind === 'secret').map(({ fingerprint }) => fingerprint))
  if (secrets.size >= MANY_RECORDS) return { records: secrets.size, why: 'different secrets' }
  const records = longestList(content)
  return records >= MANY_RECORDS && personal.size > 0
    ? { records, why: 'records in one list with personal data' }
    : null
}

/** The longest list of objects in a JSON value, or the lines of a table in a text. */
function longestList(content: unknown): number {
  if (typeof content === 'string') return tableLines(content)
  let longest = 0
  const next: unknown[] = [content]
  for (let steps = 0; next.length > 0 && steps < 100_000; steps += 1) {
    const value = next.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value))
      longest = Math.max(longest, value.filter((one) => typeof one === 'object' && one !== null).length)
    next.push(...Object.values(value).slice(0, 50_000))
  }
  return longest
}

/** Lines with the same number of the same separator, at least two of them. */
function tableLines(text: string): number {
  const counts = new Map<string, number>()
  for (const line of text.split('\n').slice(0, 100_000)) {
    for (const mark of [',', ';', '\t', '|']) {
      const parts = line.split(mark).length
      if (parts >= 3) counts.set(`${mark}${parts}`, (counts.get(`${mark}${parts}`) ?? 0) + 1)
    }
  }
  return Math.max(0, ...counts.values())
}
