import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { endProcess } from './end-process.ts'

/** The record file: the running processes of one supervisor. */
export const ProcessRecord = z.array(
  z.object({
    name: z.string(),
    pid: z.int().positive(),
    startedAt: z.string(),
    stopSignal: z.enum(['SIGTERM', 'SIGINT']),
  }),
)

/**
 * Ends the processes that a killed supervisor left behind, but never a later process with the same pid. The record may
 * be missing or corrupt: our own processes notice by themselves that their parent is gone, and PostgreSQL has its pid
 * file.
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
