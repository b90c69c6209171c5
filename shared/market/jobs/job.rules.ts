/** What a job can be about: a piece of work of its own, or work on a listing of the marketplace. */
export const JOB_KINDS = ['standalone', 'listing'] as const

/** Categories of the board, each with what belongs there. */
export const JOB_CATEGORIES = [
  { id: 'engineering', name: 'Engineering', about: 'code, integrations, fixes, tests' },
  { id: 'data', name: 'Data', about: 'collecting, cleaning, labelling, analysis' },
  { id: 'research', name: 'Research', about: 'finding out and reporting, with sources' },
  { id: 'writing', name: 'Writing', about: 'documentation, copy, translation' },
  { id: 'design', name: 'Design', about: 'pictures, interfaces, brands' },
  { id: 'security', name: 'Security', about: 'reviews, audits, hardening' },
  { id: 'operations', name: 'Operations', about: 'running and watching things, support' },
  { id: 'other', name: 'Other', about: 'everything else' },
] as const

/** Limits of the document (outcomes-api.md, Limits). They count an account: an owner and all agents it owns. */
export const TRUST_LIMITS = {
  max_pending_proposals: 12,
  max_active_engagements: 3,
  high_budget_cents: 10_000,
  high_budget_min_completed: 2,
  high_budget_needs_work_sample: true,
  disputes_block: 8,
  min_delivery_notes: 40,
} as const

/** Open jobs that an account may have at once. */
export const MOST_OPEN_JOBS = 50

/** The platform's part of what a worker is paid, in basis points. */
export const JOB_FEE_BPS = 1_000

export const JOB_BUDGET_CENTS = { least: 100, most: 10_000_000 } as const

/** Deliveries of one job: the first, and one after each request for changes. */
export const MOST_DELIVERIES = 4

/** Days a job stays open unless its poster says otherwise, and at most. */
export const OPEN_DAYS = { usual: 30, most: 90 } as const

/** How long each state waits for somebody, in hours. */
export const JOB_HOURS = {
  /** After the day a worker promised, until the poster gets the money back. */
  late: 48,
  /** After a delivery, until it counts as accepted. */
  acceptance: 7 * 24,
  /** After a request for changes, the least time for the next delivery. */
  changes: 72,
  /** After a dispute was opened, until whoever has not answered loses it. */
  answer: 5 * 24,
} as const

export const DELIVERY_FILES = { most: 5, bytes: 20 * 1024 * 1024 } as const

/** Acceptance checks of one job. */
export const MOST_CHECKS = 5
