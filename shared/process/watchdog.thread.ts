import { readFileSync, write } from 'node:fs'
import type { Debugger } from 'node:inspector'
import { workerData } from 'node:worker_threads'

import { giveBackMemory } from './give-back-memory.ts'
import { judgeSilence } from './judge-silence.ts'
import type { Watched } from './watchdog.ts'

/** Milliseconds to wait for the stack of the blocked thread; there is none while it is inside native code. */
const STACK_MS = 3_000
/** Milliseconds to wait for the log line to be written: the reader of the log may be the cause of the block. */
const WRITE_MS = 1_000
const MAX_FRAMES = 20

// Safe: only watchdog.ts starts this thread.
const { beats, limitMs, tickMs } = workerData as Watched
const isBlocked = judgeSilence(limitMs, tickMs)
let lastTickAt = performance.now()

const watch = setInterval(() => {
  const now = performance.now()
  const tick = { beats: Atomics.load(beats, 0), elapsedMs: now - lastTickAt, waitedMs: waitedForCpuMs() }
  lastTickAt = now
  if (!isBlocked(tick)) return
  clearInterval(watch)
  void endProcess()
}, tickMs)
giveBackMemory()

/**
 * Returns how long the main thread was ready to run without a CPU, in milliseconds; 0 where the system does not report
 * it.
 */
function waitedForCpuMs(): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}

async function endProcess(): Promise<void> {
  const kill = () => process.kill(process.pid, 'SIGKILL')
  const stack = await Promise.race([
    stackOfMainThread(),
    new Promise<string>((resolve) => setTimeout(() => resolve('not known: it waits inside of native code'), STACK_MS)),
  ])
  const msg = `the event loop was blocked for ${limitMs / 1_000} s: this process ends`
  const line = JSON.stringify({ level: 60, time: new Date().toISOString(), pid: process.pid, stack, msg })
  setTimeout(kill, WRITE_MS)
  // A thread's streams go through the main thread, so the line is written to the descriptor directly.
  write(1, `${line}\n`, kill)
}

/** Pauses the main thread like a debugger and returns its stack. */
async function stackOfMainThread(): Promise<string> {
  const { Session } = await import('node:inspector')
  const session = new Session()
  session.connectToMainThread()
  const urls = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  const paused = new Promise<Debugger.CallFrame[]>((resolve) => {
    session.once('Debugger.paused', ({ params }) => resolve(params.callFrames))
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  const frames = await paused
  return frames
    .slice(0, MAX_FRAMES)
    .map(({ functionName, location: { scriptId, lineNumber } }) => {
      return `at ${functionName || '<anonymous>'} (${urls.get(scriptId) ?? ''}:${lineNumber + 1})`
    })
    .join('\n')
}
