import { Console } from 'node:console'

import { decodeFrame, encodeFrame, type Frame } from './frame.ts'

/** The exit code of a program that says its work threw; any other code but 0 is a mistake of ours. */
export const WORK_THREW = 70

/**
 * The life of a sandboxed program: waits for its one job on stdin, answers on stdout, ends. Whatever throws, in a
 * decoder's own callbacks too, ends it with the code that says so.
 */
export async function serveOneJob(work: (job: Frame) => Promise<Frame>): Promise<never> {
  // stdout is the answer's.
  globalThis.console = new Console(process.stderr)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, giveUp)
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const job = decodeFrame(Buffer.concat(chunks))
  // Nobody has a job for us any more.
  if (job === null) process.exit(0)
  try {
    const answer = Buffer.concat(encodeFrame(await work(job)))
    await new Promise<void>((done) => process.stdout.write(answer, () => done()))
    process.exit(0)
  } catch (error) {
    return giveUp(error)
  }
}

function giveUp(error: unknown): never {
  process.stderr.write(error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown')
  process.exit(WORK_THREW)
}
