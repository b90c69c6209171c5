import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Blocks the event loop of a process of ours for good, from outside: its debugger is told to run a loop without end. The
 * process has to be started with `--inspect-port=0` in NODE_OPTIONS, and to write to `logFile`.
 */
export async function blockEventLoop(pid: number, logFile: string): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl(logFile))
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  const expression = 'setTimeout(function stuck() { for (;;); }, 10)'
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
  await answered
}

/** Where the newest process that writes to this log can be debugged. */
async function debuggerUrl(logFile: string): Promise<string> {
  for (;;) {
    const url = readFileSync(logFile, 'utf8')
      .match(/(?<=Debugger listening on )ws:\S+/g)
      ?.at(-1)
    if (url !== undefined) return url
    await pause(25)
  }
}
