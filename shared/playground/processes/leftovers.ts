import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { endProcess } from './end-process.ts'

/** The processes of one supervisor as they stand in its record file. */
export const ProcessRecord = z.array(
  z.object({
    name: z.string(),
    pid: z.int().positive(),
    startedAt: z.string(),
    stopSignal: z.enum(['SIGTERM', 'SIGINT']),
  }),
)

/**
 * Ends what a killed supervisor left behind, but never a process that merely got one of those pids since. The record may
 * be missing or broken: our own processes notice by themselves that their parent is gone, PostgreSQL has its pid file.
 */
export async function endLeftovers(recordPath: string): Promise<void> {
  const record = ProcessRecord.safeParse(readRecord(recordPath)).data ?? []
  await Promise.all(record.map(async (left) => endProcess(left, left.stopSignal, 5_000)))
}

function readRecord(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}
