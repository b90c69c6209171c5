/** The six worker pools. Each scales alone; a call names the pool that runs it. */
export const POOLS = [
  'outcome',
  'screenshot',
  'pdf-extract',
  'router-workflow',
  'settlement-watch',
  'media-processing',
] as const

export type Pool = (typeof POOLS)[number]
