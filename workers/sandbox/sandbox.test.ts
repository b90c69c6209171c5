import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { Sandbox, type SandboxLimits } from './sandbox.ts'
import { requireIsolation, NotIsolated } from './isolation.ts'

const LIMITS: SandboxLimits = {
  memoryMb: 256,
  cpuSeconds: 20,
  timeoutMs: 15_000,
  maxAnswerBytes: 1024 * 1024,
  addons: false,
}
const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
const open: Sandbox[] = []
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function testSandbox(limits: Partial<SandboxLimits> = {}, isolation = requireIsolation): Sandbox {
  const url = new URL('./testing.child.ts', import.meta.url)
  const warmUp = () => ({ head: ['echo', 'warmUp'], parts: [] })
  const sandbox = new Sandbox(
    { name: 'testing', url, limits: { ...LIMITS, ...limits }, warmUp },
    { dataDir, isolation },
  )
  open.push(sandbox)
  return sandbox
}

const forever = new AbortController().signal
const attempt = (sandbox: Sandbox, name: string, argument = '') =>
  sandbox.run({ head: [name, argument], parts: [] }, forever)

async function runningPid(sandbox: Sandbox, not?: number): Promise<number> {
  for (;;) {
    const pid = sandbox.running.find((id) => id !== not)
    if (pid !== undefined) return pid
    await pause(5)
  }
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

describe('a sandboxed program', () => {
  test('answers, each job in a process of its own', async () => {
    const sandbox = testSandbox()
    const ends = await Promise.all(['a', 'b', 'c'].map((text) => attempt(sandbox, 'echo', text)))
    expect(ends.map((end) => end.kind === 'answer' && end.frame.head)).toEqual(['a', 'b', 'c'])
  })

  test('has no environment, and once it has loaded it opens nothing, writes nothing and makes no code from strings', async () => {
    const sandbox = testSandbox()
    expect(await attempt(sandbox, 'environment')).toMatchObject({ frame: { head: [] } })
    const code = new URL('../../package.json', import.meta.url).pathname
    for (const [name, argument, why] of [
      // What Node would let it read, the kernel does not let it open.
      ['read', code, 'EMFILE'],
      ['read', '/etc/passwd', 'restricted'],
      ['read', '/proc/self/environ', 'restricted'],
      ['read', `/proc/${process.pid}/environ`, 'restricted'],
      ['read', `/proc/${process.pid}/mem`, 'restricted'],
      ['write', '/tmp/sandbox-was-here', 'restricted'],
      ['evaluate', '1 + 1', 'Code generation from strings'],
    ] as const) {
      expect(await attempt(sandbox, name, argument), `${name} ${argument}`).toMatchObject({
        kind: 'crash',
        lastWords: expect.stringContaining(why),
      })
    }
    expect(existsSync('/tmp/sandbox-was-here')).toBe(false)
  })

  test('has a network and a user namespace of its own, whether it is the first or a spare', async () => {
    const sandbox = testSandbox()
    for (const nth of [1, 2]) {
      const stop = new AbortController()
      const job = sandbox.run({ head: ['spin', ''], parts: [] }, stop.signal)
      const pid = await runningPid(sandbox)
      // It has loaded its program when it may open nothing more.
      await expect
        .poll(() => readFileSync(`/proc/${pid}/limits`, 'utf8'), { timeout: 30_000 })
        .toMatch(/^Max open files\s+0\s+0\s/m)
      const isOwn = (kind: string) => readlinkSync(`/proc/${pid}/ns/${kind}`) !== readlinkSync(`/proc/self/ns/${kind}`)
      expect(['net', 'user'].map(isOwn), `child ${nth}`).toEqual([true, true])
      stop.abort(new Error('seen'))
      await expect(job).rejects.toThrow('seen')
    }
  })

  test('has no descriptor left that the kernel would give it', async () => {
    const sandbox = testSandbox()
    const job = attempt(sandbox, 'spin')
    const pid = await runningPid(sandbox)
    await expect
      .poll(() => readFileSync(`/proc/${pid}/limits`, 'utf8'), { timeout: 30_000 })
      .toMatch(/^Max open files\s+0\s+0\s/m)
    sandbox.close()
    expect(await job).toEqual({ kind: 'killed' })
  })

  test('writes nothing into the compile cache either, once it may use it', async () => {
    const sandbox = testSandbox()
    const cache = join(dataDir, 'sandbox-cache/testing')
    const files = () => readdirSync(cache, { recursive: true }).map(String).toSorted()
    await attempt(sandbox, 'echo')
    await sandbox.rehearsed
    const before = files()
    expect(before.length).toBeGreaterThan(3)
    for (let run = 0; run < 3; run += 1) await attempt(sandbox, 'echo')
    expect(await attempt(sandbox, 'write', join(cache, 'planted'))).toMatchObject({ kind: 'crash' })
    expect(files().filter((name) => name !== 'planted')).toEqual(before)
    expect(existsSync(join(cache, 'planted')) ? readFileSync(join(cache, 'planted'), 'utf8') : '').toBe('')
  })

  test('reaches nothing that listens on this machine', async () => {
    let met = 0
    const server = createServer((socket) => {
      met += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: a TCP server has a port.
    const answer = await attempt(testSandbox(), 'connect', String((server.address() as AddressInfo).port))
    server.close()
    expect(answer).toMatchObject({ frame: { head: expect.stringContaining('EMFILE') } })
    expect(met).toBe(0)
  })

  test('runs nowhere when its isolation is missing', async () => {
    const sandbox = testSandbox({}, () => Promise.reject(new NotIsolated('no namespaces here')))
    await expect(attempt(sandbox, 'echo')).rejects.toThrow('no namespaces here')
    expect(sandbox.running).toEqual([])
  })

  test.each([
    ['heap', 'memory'],
    ['buffers', 'memory'],
    ['throw', 'crash'],
    ['reject', 'crash'],
    ['talk', 'crash'],
  ])('that goes wrong by %s ends as %s', async (name, kind) => {
    expect(await attempt(testSandbox(), name, 'words')).toMatchObject({ kind })
  })

  test('that takes too long is killed; by processor time also when nobody watches', async () => {
    expect(await attempt(testSandbox({ timeoutMs: 400 }), 'spin')).toMatchObject({ kind: 'time' })
    expect(await attempt(testSandbox({ cpuSeconds: 1 }), 'spin')).toMatchObject({ kind: 'time' })
  })

  test('that is broken itself is a fault of ours', async () => {
    await expect(attempt(testSandbox(), 'quit', '3')).rejects.toThrow('exit code 3')
  })
})

describe('a child that is killed from outside', () => {
  test('is replaced once, and the job is done', async () => {
    const sandbox = testSandbox({ timeoutMs: 1_500 })
    const job = attempt(sandbox, 'spin')
    process.kill(await runningPid(sandbox), 'SIGKILL')
    expect(await job).toMatchObject({ kind: 'time' })
  })

  test('twice ends that job only; the next one works', async () => {
    const sandbox = testSandbox()
    const job = attempt(sandbox, 'spin')
    const first = await runningPid(sandbox)
    process.kill(first, 'SIGKILL')
    process.kill(await runningPid(sandbox, first), 'SIGTERM')
    expect(await job).toEqual({ kind: 'killed' })
    expect(await attempt(sandbox, 'echo', 'next')).toMatchObject({ frame: { head: 'next' } })
  })
})

test('an aborted job ends its child, and closing ends everything', async () => {
  const sandbox = testSandbox()
  const stop = new AbortController()
  const job = sandbox.run({ head: ['spin', ''], parts: [] }, stop.signal)
  const pid = await runningPid(sandbox)
  stop.abort(new Error('the caller left'))
  await expect(job).rejects.toThrow('the caller left')
  await expect.poll(() => isAlive(pid)).toBe(false)

  const other = attempt(sandbox, 'spin')
  const running = await runningPid(sandbox)
  sandbox.close()
  expect(await other).toMatchObject({ kind: 'killed' })
  await expect.poll(() => isAlive(running)).toBe(false)
  await expect(attempt(sandbox, 'echo')).rejects.toThrow('closed')
})
