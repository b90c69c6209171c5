import { OPTIONAL_DATA, type OptionalData } from '#shared/engines/embedded/optional-data.ts'

import type { PoolSample } from '../deps.ts'

/** `absent`: at least one outcome worker lacks the package. `unknown`: no outcome worker is alive. */
type DataState = 'present' | 'absent' | 'unknown'

// Safe: the keys of the table.
const PACKAGES = Object.keys(OPTIONAL_DATA) as OptionalData[]

/** State of each optional data package on the outcome workers. */
export function dataState({ workers, lacks }: Pick<PoolSample, 'workers' | 'lacks'>): Record<OptionalData, DataState> {
  const stateOf = (name: OptionalData): DataState =>
    workers === 0 ? 'unknown' : lacks.has(name) ? 'absent' : 'present'
  // Safe: one entry per package.
  return Object.fromEntries(PACKAGES.map((name) => [name, stateOf(name)])) as Record<OptionalData, DataState>
}

/** Warnings about missing packages. */
export const dataWarnings = (state: Record<OptionalData, DataState>): string[] =>
  PACKAGES.filter((name) => state[name] === 'absent').map(
    (name) => `${name} is not installed on every worker: ${OPTIONAL_DATA[name]}.`,
  )
