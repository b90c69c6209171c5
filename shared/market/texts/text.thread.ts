import { Refusal, type WireRefusal } from '#shared/errors.ts'
import { begin, type Begun } from '#shared/lib/concurrency/thread-pool.ts'

import { type TextJobName, textJobs } from './text-jobs.ts'

export type TextJob = { job: TextJobName; input: unknown }
export type TextEnd = { output: unknown } | { refusal: WireRefusal }

/** Runs one job on one text inside a worker thread. Piscina requires a default export. */
// oxlint-disable-next-line import/no-default-export
export default async function runTextJob({ job, input, begun }: TextJob & Begun): Promise<TextEnd> {
  // Safe: text-threads.ts types the input of each job by the same table.
  const run = (await textJobs[job]()) as (input: unknown) => unknown
  begin(begun)
  try {
    return { output: run(input) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}
