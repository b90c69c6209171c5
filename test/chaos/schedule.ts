import { seeded } from './random.ts'

/** What is bought in a run, and on which rail. */
export const RAILS = ['keys', 'solana', 'cards'] as const
export type Rail = (typeof RAILS)[number]

/** What can happen to a part while it is used. */
const OF_PARTS = [
  'kill an ingress',
  'pause an ingress',
  'kill a worker',
  'pause a worker',
  'kill a sweeper',
  'pause a sweeper',
  'flush Redis',
  'kill Redis',
  'pause Redis',
  'kill PostgreSQL',
  'restart PostgreSQL',
] as const
const OF_SOLANA = ['delay the chain', 'lose transactions', 'hang the chain'] as const
const OF_CARDS = [
  'late webhooks',
  'duplicated webhooks',
  'reordered webhooks',
  'missing webhooks',
  'lose answers of the card processor',
  'take the card processor away',
] as const
/** What can happen only where Redis is a cluster or watched by sentinels, and where a pooler stands before PostgreSQL. */
const OF_SETTINGS = ['move a slot', 'fail Redis over', 'restart PgBouncer'] as const
export const FAULTS = [...OF_PARTS, ...OF_SOLANA, ...OF_CARDS] as const

export type Fault = (typeof FAULTS)[number] | (typeof OF_SETTINGS)[number]
export type Planned = { atMs: number; fault: Fault; target: number; lastsMs: number }

/**
 * The faults of a run, decided by its seed: every kind that its rails know equally often, in random order at random times.
 * `pace` 1 is 21 of each kind in 300 seconds, `more` further kinds. A pause of a worker outlasts its lease, so that another takes its calls over.
 */
export function planFaults(
  seed: number,
  {
    seconds,
    rails,
    pace,
    more = [],
  }: { seconds: number; rails: readonly Rail[]; pace: number; more?: readonly Fault[] },
): Planned[] {
  const random = seeded(seed)
  const each = Math.max(1, Math.ceil((seconds / 300) * 21 * pace))
  const kinds: Fault[] = [
    ...OF_PARTS,
    ...(rails.includes('solana') ? OF_SOLANA : []),
    ...(rails.includes('cards') ? OF_CARDS : []),
    ...more,
  ]
  const bag = kinds.flatMap((fault) => Array.from({ length: each }, () => fault))
  const quietEndMs = 5_000
  return bag
    .map((fault) => ({
      atMs: 1_000 + random() * (seconds * 1_000 - quietEndMs - 1_000),
      fault,
      target: Math.floor(random() * 1_000),
      lastsMs: fault === 'pause a worker' ? 4_500 + random() * 2_000 : 300 + random() * 1_200,
    }))
    .toSorted((one, other) => one.atMs - other.atMs)
}
