import { readFileSync, writeSync } from 'node:fs'

import { decodeFrame, encodeFrame, type Frame } from './frame.ts'

/** Byte that a program writes when it is loaded. After that it cannot open anything. */
export const LOADED = 6

/** Exit code when the work threw. Any other code except 0 is a fault of ours. */
export const WORK_THREW = 70

const [STDIN, STDOUT, STDERR] = [0, 1, 2] as const

/**
 * Runs a sandboxed program: reports that it is loaded, reads one job from stdin, writes the answer to stdout, and
 * exits. The worker revokes the right to open files and sockets before it sends the job, so everything the job needs
 * must be open already. Any error, also in callbacks of a decoder, exits with WORK_THREW; with `leavesPromises`
 * unhandled rejections are ignored, for a decoder that abandons promises of its own. Uses synchronous reads and writes,
 * because loading streams would take longer than most jobs.
 */
export async function serveOneJob(
  work: (job: Frame) => Promise<Frame>,
  { leavesPromises = false }: { leavesPromises?: boolean } = {},
): Promise<never> {
  // stdout is reserved for the answer.
  for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) console[method] = () => {}
  process.on('uncaughtException', giveUp)
  process.on('unhandledRejection', leavesPromises ? () => {} : giveUp)
  writeAll(STDOUT, Uint8Array.of(LOADED))
  const job = decodeFrame(readFileSync(STDIN))
  // stdin was closed without a job.
  if (job === null) process.exit(0)
  try {
    for (const chunk of encodeFrame(await work(job))) writeAll(STDOUT, chunk)
    process.exit(0)
  } catch (error) {
    return giveUp(error)
  }
}

/** Exits with WORK_THREW and the error on stderr. */
export function giveUp(error: unknown): never {
  writeAll(STDERR, Buffer.from(error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown'))
  process.exit(WORK_THREW)
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += writeSync(fd, bytes, at));
}
