/** Featured outcomes in display order: one of each kind of work. */
export const FEATURED_SLUGS: readonly string[] = [
  'json-repair',
  'preflight-before-write',
  'destructive-action-guard',
  'idempotency-guard',
  'prompt-injection-scan',
  'web-search',
  'page-markdown',
  'screenshot',
  'merchant-legit-gate',
  'action-receipt',
  'repo-due-diligence',
  'website-intelligence',
]
