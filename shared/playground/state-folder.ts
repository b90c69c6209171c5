import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { lockFolder } from './folder-lock.ts'
import { loadInstallation, saveInstallation, type Installation } from './installation.ts'
import { ensurePrivateFolder } from './private-folder.ts'
import { replaceFile } from './replace-file.ts'

const LOG_LIMIT_BYTES = 20 * 1024 * 1024

/** The folder of everything a playground keeps (DATA_DIR), locked by this process until `release`. */
export type StateFolder = {
  path: string
  installation: Installation
  /** Returns the path of a file or folder in it. */
  at: (name: string) => string
  /** Returns the log file of a process. A log above 20 MiB is renamed first. */
  logOf: (name: string) => string
  /** Stores further values of this installation. */
  keep: (more: Partial<Installation>) => void
  /**
   * Writes playground.json, which tools and tests read to reach this playground. It exists only while the playground is
   * ready.
   */
  publish: (facts: Record<string, unknown>) => void
  release: () => void
}

/**
 * Opens the state folder: makes it private, locks it, loads its secrets. Throws a StartFailure or a file error, both
 * one line.
 */
export function openStateFolder(dataDir: string): StateFolder {
  const path = resolve(dataDir)
  const at = (name: string) => join(path, name)
  ensurePrivateFolder(path)
  const unlock = lockFolder(path)
  const unpublish = () => rmSync(at('playground.json'), { force: true })
  try {
    let installation = loadInstallation(path)
    mkdirSync(at('logs'), { recursive: true, mode: 0o700 })
    unpublish()
    return {
      path,
      get installation() {
        return installation
      },
      at,
      logOf: (name) => rotateLog(at(join('logs', `${name}.log`))),
      keep: (more) => {
        installation = { ...installation, ...more }
        saveInstallation(path, installation)
      },
      publish: (facts) => replaceFile(at('playground.json'), `${JSON.stringify(facts, null, 2)}\n`),
      release: () => {
        unpublish()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function rotateLog(log: string): string {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(log, `${log}.old`)
  return log
}
