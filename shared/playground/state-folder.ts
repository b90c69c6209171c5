import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { lockFolder } from './folder-lock.ts'
import { loadInstallation, saveInstallation, type Installation } from './installation.ts'
import { ensurePrivateFolder } from './private-folder.ts'
import { replaceFile } from './replace-file.ts'

const LOG_LIMIT_BYTES = 20 * 1024 * 1024

/** The folder everything a playground keeps lives in (DATA_DIR), held by this process until `release`. */
export type StateFolder = {
  path: string
  installation: Installation
  /** Path of one of the state's files or folders. */
  at: (name: string) => string
  /** Where the process of this name writes its log lines; a large log of earlier runs is set aside. */
  logOf: (name: string) => string
  /** Remembers more of this installation. */
  keep: (more: Partial<Installation>) => void
  /** What tools and tests read to reach this playground. It exists exactly while the playground is ready. */
  publish: (facts: Record<string, unknown>) => void
  release: () => void
}

/** Opens the state folder: private, locked, with its secrets. Throws a StartFailure or a file error, both one line. */
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
      logOf: (name) => trimmed(at(join('logs', `${name}.log`))),
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

function trimmed(log: string): string {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT_BYTES) renameSync(log, `${log}.old`)
  return log
}
