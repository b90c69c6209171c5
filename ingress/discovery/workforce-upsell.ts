import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import { JOB_BUDGET_CENTS, JOB_CATEGORIES } from '#shared/market/jobs/job.rules.ts'

/** Who does by hand what an outcome does by machine: a category of the jobs board, and the least budget there. */
export type WorkforceUpsell = {
  /** An id of `categories` in GET /api/jobs/meta. */
  worker_slug: string
  /** Decimal dollars as a string. */
  from_price_usd: string
  note: string
}

type Category = (typeof JOB_CATEGORIES)[number]['id']

/** Outcomes of which people do more than the machine: they judge, ask back, or answer for the result. */
export const WORK_BY_HAND: Readonly<Record<string, Category>> = {
  'agent-tool-permission-review': 'security',
  'capability-attack-surface-scan': 'security',
  'mcp-server-audit': 'security',
  'merchant-legit-gate': 'security',
  'repo-safety': 'security',
  'repo-due-diligence': 'security',
  'skill-vet': 'security',
  'company-teardown': 'research',
  'competitor-snapshot': 'research',
  'lead-brief': 'research',
  'lead-brief-plus': 'research',
  'lead-research': 'research',
  'research-brief': 'research',
  'website-intelligence': 'research',
  'classify-text': 'data',
  'csv-clean': 'data',
  'extract-structured': 'data',
  'image-ocr': 'data',
  'pdf-extract': 'data',
  'audio-transcribe': 'writing',
  'summarize-text': 'writing',
  'translate-text': 'writing',
  'image-generate': 'design',
  'integration-readiness': 'engineering',
  'json-repair': 'engineering',
  'openapi-x402-operation-map': 'engineering',
}

/** The offer of the jobs board beside an outcome; null where no category fits. */
export function workforceUpsell(slug: string): WorkforceUpsell | null {
  const id = WORK_BY_HAND[slug]
  const category = JOB_CATEGORIES.find((one) => one.id === id)
  if (category === undefined) return null
  const least = usdcString(microUsdcOf(JOB_BUDGET_CENTS.least))
  return {
    worker_slug: category.id,
    from_price_usd: least,
    note: `Needs somebody rather than a tool? Post a job in "${category.name}" (POST /api/jobs); budgets start at ${least} USD.`,
  }
}
