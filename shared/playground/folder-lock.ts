import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { identityOf, isRunning, type ProcessIdentity } from './processes/process-identity.ts'
import { StartFailure } from './start-failure.ts'

const Holder = z.object({ pid: z.int(), startedAt: z.string() })

/**
 * Locks the folder for this process, so that two starts never share one database. A lock whose holder is dead is taken
 * over. Returns the function that releases it.
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, 'lock')
  const own = `${lock}.${process.pid}`
  writeFileSync(own, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (tryLink(own, lock)) return () => release(lock)
      const holder = holderOf(lock)
      if (holder !== undefined && isRunning(holder)) {
        throw new StartFailure(
          `Farebox already runs on ${folder} (process ${holder.pid}). Stop it first, or set DATA_DIR and PORT to run another.`,
        )
      }
      setAside(lock, holder)
    }
    throw new StartFailure(`Farebox cannot lock ${folder}: others keep taking it.`)
  } finally {
    rmSync(own, { force: true })
  }
}

// A link is created atomically with its content, unlike a file that is opened and then written.
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

// Only one of several starts can move the lock of a dead holder away. If it moved a new lock by mistake, it puts it
// back.
function setAside(lock: string, dead: ProcessIdentity | undefined) {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = holderOf(aside)
  const isFresh = moved?.pid !== dead?.pid || moved?.startedAt !== dead?.startedAt
  if (moved !== undefined && isFresh && isRunning(moved)) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function release(lock: string) {
  if (holderOf(lock)?.pid === process.pid) rmSync(lock, { force: true })
}

function holderOf(lock: string): ProcessIdentity | undefined {
  try {
    return Holder.safeParse(JSON.parse(readFileSync(lock, 'utf8'))).data
  } catch {
    return undefined
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
