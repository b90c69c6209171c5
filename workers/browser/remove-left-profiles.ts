import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Removes browser profiles of workers that were killed. */
export async function removeLeftProfiles(folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^farebox-chromium-(\d+)-\w+$/.exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
