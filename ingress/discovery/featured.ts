/** What the catalog shows first: one call of each kind of work, in the order shown. */
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
