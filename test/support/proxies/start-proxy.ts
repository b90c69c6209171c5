import { mkdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

import { endingWithParent } from '#shared/playground/processes/ending-with-parent.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'

import type { Program } from '../world/fetch-program.ts'
import { eventually } from '../world/world.ts'

export type LocalProxy = { pid: number; log: () => string; stop: () => Promise<void> }

type ProxyProgram = Program & {
  name: string
  args: readonly string[]
  folder: string
  port: number
  /** A command that runs the program. */
  within?: readonly string[]
}

/**
 * Starts a reverse proxy and resolves when its port accepts connections. What it said is in the error when it ends. It ends with
 * this process, also when that is killed.
 */
export async function startProxy({
  name,
  file,
  args,
  env,
  folder,
  port,
  within = [],
}: ProxyProgram): Promise<LocalProxy> {
  mkdirSync(folder, { recursive: true })
  const family = createProcessFamily(join(folder, 'processes.json'))
  const logFile = join(folder, `${name}.log`)
  const log = () => readFileSync(logFile, 'utf8')
  const [program, ...before] = [...within, ...endingWithParent('TERM', within), file]
  const child = family.start({
    name,
    file: program,
    args: [...before, ...args],
    env,
    cwd: folder,
    logFile,
    stopSignal: 'SIGTERM',
    graceMs: 5_000,
  })
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  await eventually(async () => {
    if (hasEnded) throw new Error(`${name} ended: ${log()}`)
    return accepts(port)
  })
  return { pid: child.pid ?? 0, log, stop: () => family.stopAll() }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
