/** The six worker pools. Each scales alone; every call names its pool. */
export const POOLS = [
  'outcome',
  'screenshot',
  'pdf-extract',
  'router-workflow',
  'settlement-watch',
  'media-processing',
] as const

export type Pool = (typeof POOLS)[number]

/** Whether a text is the name of a pool. */
export const isPool = (text: string): text is Pool => POOLS.some((pool) => pool === text)
