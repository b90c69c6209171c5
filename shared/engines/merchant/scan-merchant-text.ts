import { scanForInjection, type InjectionSeverity } from '../injection/scan-for-injection.ts'
import type { MerchantProbe } from './merchant-probe.ts'
import type { Read402 } from './read-402.ts'

/** Maximum number of scanned characters of a merchant's texts that a model may read. */
const MOST_CHARACTERS = 20_000
const RANKS: readonly InjectionSeverity[] = ['low', 'medium', 'high', 'critical']

export type TextScan = { severity: InjectionSeverity | null; excerpt: string | null }

/** Scans the texts of a 402 for instructions to the agent that reads them. */
export function scanMerchantText({ body }: MerchantProbe, read: Read402 | null): TextScan {
  const decoded = read?.decoded ? textsIn(read.decoded).join('\n') : ''
  const { findings } = scanForInjection(`${decoded}\n${body}`.slice(0, MOST_CHARACTERS).toWellFormed(), {
    source: 'tool_output',
    maxFindings: 10,
  })
  const [worst] = findings.toSorted((a, b) => RANKS.indexOf(b.severity) - RANKS.indexOf(a.severity))
  return { severity: worst?.severity ?? null, excerpt: worst?.excerpt ?? null }
}

/** Lists every text of a document, in document order. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 20) return []
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1))
}
