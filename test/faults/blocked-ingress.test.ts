import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { freePort } from '#shared/playground/free-port.ts'

import { blockEventLoop } from '../support/measure/block-event-loop.ts'
import { eventually } from '../support/world/world.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const Processes = z.array(z.object({ name: z.string(), pid: z.int() }))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-blocked-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pidOfIngress = () =>
  Processes.parse(JSON.parse(readFileSync(join(folder, 'processes.json'), 'utf8'))).find(
    ({ name }) => name === 'ingress',
  )?.pid

test('an ingress whose event loop is blocked is replaced in the playground, and calls are answered again', async () => {
  const port = String(await freePort())
  const playground = spawn(process.execPath, ['shared/playground/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: port, NODE_OPTIONS: '--inspect-port=0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let told = ''
  playground.stdout.on('data', (chunk) => (out += chunk))
  playground.stderr.on('data', (chunk) => (told += chunk))
  const ended = once(playground, 'exit')
  const call = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/outcomes/reliability-scorecard`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"practices":{"timeouts":true}}',
      signal: AbortSignal.timeout(5_000),
    }).then(
      ({ status }) => status,
      () => null,
    )
  try {
    await eventually(() => out.includes('Farebox is ready'), 120_000)
    const before = pidOfIngress()
    const logFile = join(folder, 'logs/ingress.log')
    await blockEventLoop(before ?? 0, logFile)
    expect(await call()).toBeNull()
    await eventually(() => told.includes('ingress died (SIGKILL)'), 120_000)
    await eventually(async () => (await call()) === 200, 60_000)
    expect(pidOfIngress()).not.toBe(before)
    expect(readFileSync(logFile, 'utf8')).toContain('the event loop was blocked for 30 s')
    expect(readFileSync(logFile, 'utf8')).toContain('at stuck ')
  } finally {
    playground.kill('SIGINT')
    await ended
  }
})
