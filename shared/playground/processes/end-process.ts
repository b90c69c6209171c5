import { setTimeout as pause } from 'node:timers/promises'

import { isRunning, type ProcessIdentity } from './process-identity.ts'

/**
 * Ends a process that need not be a child: sends `signal`, and after `graceMs` kills it and its process group. Returns
 * true when it is gone; false when it may not be signalled or is still running 5 s after the kill.
 */
export async function endProcess(target: ProcessIdentity, signal: NodeJS.Signals, graceMs: number): Promise<boolean> {
  if (!isRunning(target)) return true
  if (!send(target.pid, signal)) return !isRunning(target)
  if (await isGone(target, graceMs)) return true
  send(-target.pid, 'SIGKILL')
  send(target.pid, 'SIGKILL')
  return isGone(target, 5_000)
}

/** Sends a signal to a pid, or to a process group if negative. Returns false when it could not be sent. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

async function isGone(target: ProcessIdentity, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  while (isRunning(target)) {
    if (performance.now() > until) return false
    await pause(25)
  }
  return true
}
