import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '../deps.ts'
import { sampleOf } from './sample-of.ts'

/** Warnings of workers about their pools: closed, or open without isolation. */
export const poolWarnings = (samples: ReadonlyMap<Pool, PoolSample> | null): string[] =>
  POOLS.flatMap((pool) =>
    sampleOf(samples, pool).notices.map(({ text, isOpen, workers }) => {
      const who = workers === 1 ? '1 worker' : `${workers} workers`
      return isOpen ? `${pool} is open without isolation on ${who}: ${text}` : `${pool} stays closed on ${who}: ${text}`
    }),
  )

/** A warning while no process sweeps: money that stays held would be given back by nobody. */
export const sweepWarnings = (samples: ReadonlyMap<Pool, PoolSample> | null): string[] =>
  samples === null || sampleOf(samples, 'settlement-watch').workers > 0
    ? []
    : [
        'No process sweeps: calls and payments that were left behind stay as they are. Run npm run worker settlement-watch.',
      ]

/** Number of workers that keep a pool closed, or have it open without isolation. */
export const workersOf = ({ notices }: PoolSample, state: 'closed' | 'unsandboxed'): number =>
  notices.filter(({ isOpen }) => isOpen === (state === 'unsandboxed')).reduce((sum, { workers }) => sum + workers, 0)
