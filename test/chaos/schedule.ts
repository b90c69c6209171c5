import { seeded } from './random.ts'

/** What can happen to a part while calls run. */
export const FAULTS = [
  'kill an ingress',
  'pause an ingress',
  'kill a worker',
  'pause a worker',
  'kill a sweeper',
  'flush Redis',
  'kill Redis',
  'pause Redis',
  'kill PostgreSQL',
  'restart PostgreSQL',
] as const

export type Fault = (typeof FAULTS)[number]
export type Planned = { atMs: number; fault: Fault; target: number; lastsMs: number }

/**
 * The faults of a run, decided by its seed: every kind equally often, in random order at random times. A pause of a
 * worker outlasts its lease, so that another takes its calls over.
 */
export function planFaults(seed: number, seconds: number): Planned[] {
  const random = seeded(seed)
  const each = Math.max(1, Math.ceil((seconds / 300) * 21))
  const bag = FAULTS.flatMap((fault) => Array.from({ length: each }, () => fault))
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
