import { readFileSync, writeSync } from 'node:fs'

import { decodeFrame, encodeFrame, type Frame } from './frame.ts'

/** What a program writes when it has loaded all it needs: from then on it may open nothing. */
export const LOADED = 6

/** The exit code of a program that says its work threw; any other code but 0 is a mistake of ours. */
export const WORK_THREW = 70

const [STDIN, STDOUT, STDERR] = [0, 1, 2] as const

/**
 * The life of a sandboxed program: says that it has loaded, waits for its one job on stdin, answers on stdout, ends. By then
 * its worker has taken the right to open files and sockets from it, so it must have opened whatever the job needs. Whatever throws, in a
 * decoder's own callbacks too, ends it with the code that says so; `leavesPromises` is for a decoder that gives up
 * promises of its own without a word and goes on. It waits and writes without streams, which would take longer to load
 * than most jobs to do.
 */
export async function serveOneJob(
  work: (job: Frame) => Promise<Frame>,
  { leavesPromises = false }: { leavesPromises?: boolean } = {},
): Promise<never> {
  // stdout is the answer's.
  for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) console[method] = () => {}
  process.on('uncaughtException', giveUp)
  process.on('unhandledRejection', leavesPromises ? () => {} : giveUp)
  writeAll(STDOUT, Uint8Array.of(LOADED))
  const job = decodeFrame(readFileSync(STDIN))
  // Nobody has a job for us any more.
  if (job === null) process.exit(0)
  try {
    for (const chunk of encodeFrame(await work(job))) writeAll(STDOUT, chunk)
    process.exit(0)
  } catch (error) {
    return giveUp(error)
  }
}

/** Ends the program saying that its work failed, and how. */
export function giveUp(error: unknown): never {
  writeAll(STDERR, Buffer.from(error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown'))
  process.exit(WORK_THREW)
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += writeSync(fd, bytes, at));
}
