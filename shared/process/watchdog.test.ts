import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, test } from 'vitest'
import { z } from 'zod'

const LIMIT_MS = 600

/** A process with a watchdog of a short limit that runs `script`. */
function watched(script: string) {
  const program = `
    import { createLog } from '#shared/log.ts'
    import { startWatchdog } from '#shared/process/watchdog.ts'
    startWatchdog(createLog('silent'), ${LIMIT_MS})
    ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ended: once(child, 'exit') }
}

/** What it writes, line by line. */
function linesOf({ stdout }: { stdout: Readable }) {
  const lines = createInterface(stdout)[Symbol.asyncIterator]()
  return async () => z.string().parse((await lines.next()).value)
}

const Line = z.object({ level: z.literal(60), pid: z.int(), stack: z.string(), msg: z.string() })

test.each([
  ['computes', 'for (;;);'],
  ['tries an expression that never ends', `/^(a+)+$/.test('a'.repeat(99) + 'b')`],
  ['waits for another thread', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
])('a process that %s without end kills itself, and says where it was', async (_, block) => {
  const { child, ended } = watched(`setTimeout(function stuck() { ${block} }, 50)`)
  const line = Line.parse(JSON.parse(await linesOf(child)()))
  expect(line).toMatchObject({ pid: child.pid, msg: 'the event loop was blocked for 0.6 s: this process ends' })
  expect(line.stack).toMatch(/^at stuck /)
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('a process that is blocked because nobody reads its log kills itself all the same', async () => {
  const { child, ended } = watched(`
    const { writeSync } = await import('node:fs')
    for (;;) try { writeSync(1, 'x'.repeat(100_000)) } catch {}`)
  expect(await ended).toEqual([null, 'SIGKILL'])
  child.stdout.destroy()
})

test('a process that is stopped for longer than the limit and goes on is not killed', async () => {
  const { child, ended } = watched(`setInterval(() => console.log('runs'), ${LIMIT_MS / 60})`)
  const nextLine = linesOf(child)
  for (let stops = 0; stops < 2; stops += 1) {
    await nextLine()
    child.kill('SIGSTOP')
    await pause(2 * LIMIT_MS)
    child.kill('SIGCONT')
    // More than it can have written before it was stopped, and longer than a watchdog that is wrong takes.
    for (let seen = 0; seen < 100; seen += 1) expect(await nextLine()).toBe('runs')
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
})

test('a process that has nothing left to do ends although it is watched', async () => {
  expect(await watched('').ended).toEqual([0, null])
})
