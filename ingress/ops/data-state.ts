import { OPTIONAL_DATA, type OptionalData } from '#shared/engines/embedded/optional-data.ts'

import type { PoolSample } from '../deps.ts'

/** `absent`: some worker that runs outcomes does not have it; `unknown`: no such worker shows itself. */
type DataState = 'present' | 'absent' | 'unknown'

// Safe: the keys of the table.
const PACKAGES = Object.keys(OPTIONAL_DATA) as OptionalData[]

/** Which optional data packages the workers of outcomes have. */
export function dataState({ workers, lacks }: Pick<PoolSample, 'workers' | 'lacks'>): Record<OptionalData, DataState> {
  const stateOf = (name: OptionalData): DataState =>
    workers === 0 ? 'unknown' : lacks.has(name) ? 'absent' : 'present'
  // Safe: one entry for each package.
  return Object.fromEntries(PACKAGES.map((name) => [name, stateOf(name)])) as Record<OptionalData, DataState>
}

/** What becomes of outcomes without them. */
export const dataWarnings = (state: Record<OptionalData, DataState>): string[] =>
  PACKAGES.filter((name) => state[name] === 'absent').map(
    (name) => `${name} is not installed on every worker: ${OPTIONAL_DATA[name]}.`,
  )
