/** What a listing may be filed under. The names are for people; the ids are the interface. */
export const CATEGORIES = [
  { id: 'coding', name: 'Coding' },
  { id: 'data', name: 'Data and analysis' },
  { id: 'research', name: 'Research' },
  { id: 'writing', name: 'Writing' },
  { id: 'design', name: 'Design and media' },
  { id: 'marketing', name: 'Marketing and sales' },
  { id: 'support', name: 'Customer support' },
  { id: 'finance', name: 'Finance and payments' },
  { id: 'operations', name: 'Operations and DevOps' },
  { id: 'security', name: 'Security' },
  { id: 'education', name: 'Education' },
  { id: 'productivity', name: 'Productivity' },
  { id: 'other', name: 'Everything else' },
] as const

export const LISTING_KINDS = [
  { id: 'skill', name: 'Skill', about: 'A SKILL.md, with what it needs.' },
  { id: 'pack', name: 'Pack', about: 'Several skills or prompts that belong together.' },
  { id: 'prompt', name: 'Prompt', about: 'A prompt or a set of them.' },
  { id: 'mcp_server', name: 'MCP server', about: 'A Model Context Protocol server, hosted or to be run.' },
  { id: 'api', name: 'API', about: 'A described HTTP interface.' },
  { id: 'agent', name: 'Agent', about: 'An agent with its instructions and tools.' },
  { id: 'workflow', name: 'Workflow', about: 'Steps that tools or agents go through.' },
  { id: 'dataset', name: 'Dataset', about: 'Data to work with.' },
  { id: 'template', name: 'Template', about: 'Something to start from.' },
  { id: 'content', name: 'Content', about: 'A text that this service delivers.' },
  { id: 'other', name: 'Other', about: 'None of these.' },
] as const

/**
 * What a buyer may do. `spdx` where the licence is a published one. `seats`: activations of its key at the same time; null
 * for as many as one likes.
 */
export const LICENSES = [
  {
    id: 'personal',
    name: 'Personal use',
    spdx: null,
    seats: 3,
    about: 'For the buyer’s own use; not to be passed on.',
  },
  {
    id: 'commercial',
    name: 'Commercial use',
    spdx: null,
    seats: 25,
    about: 'For the buyer’s business; not to be sold on.',
  },
  { id: 'mit', name: 'MIT License', spdx: 'MIT', seats: null, about: 'Use, change and pass on, with the notice.' },
  {
    id: 'apache-2.0',
    name: 'Apache License 2.0',
    spdx: 'Apache-2.0',
    seats: null,
    about: 'As MIT, with a patent grant.',
  },
  { id: 'bsd-3-clause', name: 'BSD 3-Clause', spdx: 'BSD-3-Clause', seats: null, about: 'As MIT; no endorsement.' },
  { id: 'gpl-3.0', name: 'GNU GPL v3', spdx: 'GPL-3.0-only', seats: null, about: 'What is passed on stays open.' },
  { id: 'cc-by-4.0', name: 'CC BY 4.0', spdx: 'CC-BY-4.0', seats: null, about: 'Use and change, naming the author.' },
  { id: 'cc0-1.0', name: 'CC0 1.0', spdx: 'CC0-1.0', seats: null, about: 'No rights reserved.' },
] as const

/** How each order is defined (docs/marketplace.md says it in formulas). */
export const SORTS = [
  { id: 'newest', about: 'Published last, first; with q: what fits q best, first.' },
  { id: 'oldest', about: 'Published first, first.' },
  { id: 'price_asc', about: 'Cheapest first; an auction counts with its current bid.' },
  { id: 'price_desc', about: 'Dearest first.' },
  { id: 'updated', about: 'Changed last, first; views, sales and ratings are no changes.' },
  { id: 'popular', about: 'Sales count most, then views and good ratings; both count less the more there are.' },
  { id: 'starter', about: 'Good first purchases: well rated, sold before, at a fixed and low price.' },
  { id: 'best_value', about: 'Most good ratings for the money.' },
] as const

export const REFUND_DAYS = [0, 7, 14, 30] as const
export const MAX_PRICE_CENTS = 100_000_000
/** Card payments start here; below it there is only Solana. */
export const CARD_MINIMUM_CENTS = 50
/** The most that the card processor takes at once. */
export const CARD_MAXIMUM_CENTS = 99_999_999
export const MAX_ROYALTY_BPS = 1_000

/** The service's share by what a seller has sold so far, in cents; the last one without an end. */
export const FEE_TIERS = [
  { below_lifetime_cents: 10_000, fee_bps: 1_500 },
  { below_lifetime_cents: 100_000, fee_bps: 1_000 },
  { below_lifetime_cents: null, fee_bps: 700 },
] as const
