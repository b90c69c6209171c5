import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepRunning } from './keep-running.ts'
import { endLeftovers } from './leftovers.ts'
import { createProcessFamily, type Exit, type Program } from './process-family.ts'
import { identityOf } from './process-identity.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-family-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const record = () => join(folder, 'processes.json')
const program = (script: string): Program => ({
  name: 'probe',
  file: process.execPath,
  args: ['-e', script],
  env: {},
  logFile: join(folder, 'probe.log'),
  stopSignal: 'SIGTERM',
  graceMs: 5_000,
})
const STAY = 'setInterval(() => {}, 1000)'

test('how a process ended and what it said last is known', async () => {
  const child = createProcessFamily(record()).start(
    program(`console.log('first'); console.error('the reason'); process.exit(3)`),
  )
  expect(await child.exited).toEqual({ code: 3, signal: null, lastWords: 'the reason' })
})

test('a program that is not there ends with the reason', async () => {
  const child = createProcessFamily(record()).start({ ...program(''), file: join(folder, 'missing') })
  expect(await child.exited).toEqual({ code: null, signal: null, lastWords: expect.stringContaining('ENOENT') })
})

test('a process is in the record exactly while it runs', async () => {
  const family = createProcessFamily(record())
  const child = family.start(program(STAY))
  expect(JSON.parse(readFileSync(record(), 'utf8'))).toEqual([
    { name: 'probe', stopSignal: 'SIGTERM', ...identityOf(child.pid ?? 0) },
  ])
  await child.stop()
  expect(JSON.parse(readFileSync(record(), 'utf8'))).toEqual([])
})

test('what a process started in its group ends with it', async () => {
  const child = createProcessFamily(record()).start(
    program(
      `console.log(require('node:child_process').spawn(process.execPath, ['-e', '${STAY}']).pid); process.exit(1)`,
    ),
  )
  const { lastWords } = await child.exited
  await vi.waitFor(() => expect(identityOf(Number(lastWords))).toBeUndefined())
})

test('a family that is closed starts nothing more', async () => {
  const family = createProcessFamily(record())
  const child = family.start(program(STAY))
  await family.stopAll()
  expect(identityOf(child.pid ?? 0)).toBeUndefined()
  expect(() => family.start(program(STAY))).toThrow(/ending/)
})

test('leftovers in the record are ended by a later start', async () => {
  const child = createProcessFamily(record()).start(program(STAY))
  await endLeftovers(record())
  expect(identityOf(child.pid ?? 0)).toBeUndefined()
  await child.exited
})

test('a record that is missing or broken is no obstacle', async () => {
  await endLeftovers(record())
  expect(existsSync(record())).toBe(false)
  await endLeftovers(import.meta.filename)
})

test('a process whose event loop is blocked is killed when its time to end is over', async () => {
  const blocked = { ...program(`process.on('SIGTERM', () => {}); console.log('blocked'); for (;;);`), graceMs: 100 }
  const family = createProcessFamily(record())
  const child = family.start(blocked)
  await vi.waitFor(() => expect(readFileSync(blocked.logFile, 'utf8')).toBe('blocked\n'), { timeout: 60_000 })
  await child.stop()
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL', lastWords: 'blocked' })
})

test('a process that its watchdog ends because its event loop is blocked is replaced', async () => {
  const script = `
    import('#shared/log.ts').then(async ({ createLog }) => {
      const { startWatchdog } = await import('#shared/process/watchdog.ts')
      startWatchdog(createLog('silent'), 300)
      setTimeout(() => { for (;;); }, 10)
    })`
  const family = createProcessFamily(record())
  const ends: Exit[] = []
  const twice = Promise.withResolvers<void>()
  const kept = keepRunning(async () => family.start({ ...program(script), cwd: ROOT, graceMs: 100 }), {
    onDeath: (exit, deaths) => {
      ends.push(exit)
      if (deaths === 2) twice.resolve()
    },
    onAskedToEnd: () => {},
  })
  await twice.promise
  await kept.stop()
  expect(ends).toMatchObject(
    Array.from({ length: 2 }, () => ({ signal: 'SIGKILL', lastWords: expect.stringContaining('was blocked') })),
  )
})
