import type { JobsOptions } from 'bullmq'
import { z } from 'zod'

import type { Config } from '#shared/config.ts'

import type { Pool } from '../calls/pools.ts'

const MOST_SEALED_CHARS = 16_384
const traces = z.record(z.uuid(), z.string().max(64)).optional()
const carried = z.object({ id: z.uuid(), sealed: z.string().max(MOST_SEALED_CHARS) })

/** Offered attempts of calls that are among the ids too: a worker that does not know offers starts those by their ids. */
const offers = z.array(carried).max(64).optional()

/**
 * Schema of a job's data: calls, calls some of whose first attempts it carries or offers, a housekeeping task, a media record or
 * an auction. Jobs with another shape are dropped.
 */
export const Job = z.union([
  z.object({ ids: z.array(z.uuid()).max(64), carried: z.array(carried).min(1).max(64), offers, traces }),
  z.object({ ids: z.array(z.uuid()).min(1).max(64), offers, traces, suspect: z.boolean().optional() }),
  z.object({ task: z.string() }),
  z.object({ media: z.uuid() }),
  z.object({ auction: z.uuid() }),
])

type QueueDeclaration = {
  /** Calls that may share one job: many where a run takes microseconds, one where it takes seconds. */
  callsPerJob: number
  /** Number of calls one worker process runs at once; configurable. */
  concurrency: (config: Config) => number
  /** Assumed run time in milliseconds until the workers have measured one. */
  usualRunMs: number
  jobOptions: JobsOptions
}

// One attempt: the lease and the sweeper retry, because only the call row knows what may run again.
const jobOptions: JobsOptions = {
  attempts: 1,
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 7 * 86_400, count: 5_000 },
}

/** Calls one worker process runs at once in a pool whose calls only wait for others. */
const WAITING_CALLS = 10

const queues: Record<Pool, QueueDeclaration> = {
  outcome: { callsPerJob: 16, concurrency: (config) => config.OUTCOME_CONCURRENCY, usualRunMs: 20, jobOptions },
  screenshot: { callsPerJob: 1, concurrency: (config) => config.SCREENSHOT_CONCURRENCY, usualRunMs: 2_000, jobOptions },
  'pdf-extract': {
    callsPerJob: 1,
    concurrency: (config) => config.PDF_EXTRACT_CONCURRENCY,
    usualRunMs: 1_000,
    jobOptions,
  },
  'router-workflow': {
    callsPerJob: 1,
    concurrency: () => WAITING_CALLS,
    usualRunMs: 5_000,
    jobOptions,
  },
  'settlement-watch': {
    callsPerJob: 1,
    concurrency: () => WAITING_CALLS,
    usualRunMs: 100,
    jobOptions,
  },
  'media-processing': {
    callsPerJob: 1,
    concurrency: (config) => config.MEDIA_PROCESSING_CONCURRENCY,
    usualRunMs: 1_000,
    jobOptions,
  },
}

export const queueOf = (pool: Pool): QueueDeclaration => queues[pool]
