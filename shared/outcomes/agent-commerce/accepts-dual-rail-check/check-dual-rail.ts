import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { mergeVerdicts } from '#shared/engines/lint/merge-verdicts.ts'
import { dualRailRules } from '#shared/engines/merchant/dual-rail.rules.ts'
import { judgeRails } from '#shared/engines/merchant/judge-rails.ts'
import type { MerchantProbe } from '#shared/engines/merchant/merchant-probe.ts'
import { read402 } from '#shared/engines/merchant/read-402.ts'

const NO_RAIL = { present: false, indexes: [], amount_atomic: null, payable: false, errors: [] }

/** Whether an endpoint can be paid on Base and on Solana, and for the same. */
export function checkDualRail(probe: MerchantProbe | null, url: string) {
  const read = read402(probe)
  const status = probe?.status ?? null
  if (read === null) {
    const report = new LintReport(dualRailRules)
    if (probe === null) report.add('DR_UNREACHABLE', '')
    else report.add('DR_NOT_PAYWALLED', '', { status })
    return {
      ...report.conclude(url),
      x402_version: null,
      status,
      rails: { base: NO_RAIL, solana: NO_RAIL, others: [] },
      dual_rail: false,
      price_parity: { equal: null, base_atomic: null, solana_atomic: null, diff_pct: null },
      first_rail: null,
      accepts: [],
    }
  }
  const { report, ...judged } = judgeRails(read.options ?? { entries: [], options: [], version: null })
  return {
    ...mergeVerdicts(report.conclude(url), read),
    x402_version: read.x402_version,
    input_digest: read.input_digest,
    status,
    ...judged,
    accepts: read.accepts,
  }
}
