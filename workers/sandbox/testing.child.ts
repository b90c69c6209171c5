import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { serveOneJob } from './serve-one-job.ts'

/** Attacks that a compromised decoder might try. For tests only. */
const attempts: Record<string, (argument: string) => unknown> = {
  echo: (argument) => argument,
  environment: () => Object.keys(process.env),
  read: (path) => readFileSync(path, 'utf8').length,
  write: (path) => writeFileSync(path, 'x'),
  // The test expects this to fail.
  // oxlint-disable-next-line no-eval
  evaluate: (code) => globalThis.eval(code) as unknown,
  throw: (message) => {
    throw new TypeError(message)
  },
  reject: async (message) => {
    void Promise.reject(new TypeError(message))
    await pause(1_000)
  },
  quit: (code) => process.exit(Number(code)),
  spin: () => {
    for (;;);
  },
  heap: () => {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 100_000 }, (_none, index) => index))
  },
  buffers: () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
  },
  talk: () => 'x'.repeat(50 * 1024 * 1024),
  connect: (port) =>
    new Promise((done) => {
      connect(Number(port), '127.0.0.1')
        .on('connect', () => done('connected'))
        .on('error', (error) => done(error.message))
    }),
}

await serveOneJob(async ({ head }) => {
  // Safe: the tests send pairs.
  const [attempt, argument] = head as [string, string]
  return { head: await attempts[attempt]?.(argument), parts: [] }
})
