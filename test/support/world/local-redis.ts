import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { endingWithParent } from '#shared/playground/processes/ending-with-parent.ts'
import { send } from '#shared/playground/processes/end-process.ts'
import { findRedis } from '#test/support/world/fetch-redis.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { createProcessFamily, type Child } from '#shared/playground/processes/process-family.ts'
import { StartFailure } from '#shared/playground/start-failure.ts'

export type LocalRedis = {
  port: number
  url: string
  pid: () => number
  /** Sends SIGKILL. Data not yet in the append-only file is lost. */
  kill: () => Promise<void>
  /** Sends SIGSTOP for `ms` milliseconds: Redis keeps its connections and does not answer. */
  pause: (ms: number) => Promise<void>
  /** Starts it again on the same folder and port. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export type LocalRedisOptions = {
  /** Folder of its data and log. */
  folder: string
  /** Folder of a downloaded redis-server. */
  programs: string
  path: string | undefined
  port?: number
  appendOnly?: boolean
  /** What Redis does when its memory is full; a queue needs `noeviction`. */
  evictionPolicy?: string
}

/** Starts a Redis for tests with the settings recommended for production: append-only file, no eviction. */
export async function startLocalRedis(options: LocalRedisOptions): Promise<LocalRedis> {
  const { folder, appendOnly = true, evictionPolicy = 'noeviction' } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(options.programs, { recursive: true, mode: 0o700 })
  const program = findRedis(options.programs, options.path)
  const port = options.port ?? (await freePort(undefined))
  const family = createProcessFamily(join(folder, 'processes.json'))
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: appendOnly ? 'yes' : 'no',
    'maxmemory-policy': evictionPolicy,
  }
  const [file = '', ...args] = [
    ...endingWithParent('TERM'),
    program.file,
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
  ]
  const launch = async () => {
    const logFile = join(folder, 'redis.log')
    const child = family.start({
      name: 'redis',
      file,
      args,
      env: program.env,
      cwd: folder,
      logFile,
      stopSignal: 'SIGTERM',
      graceMs: 5_000,
    })
    await untilAnswering(child, port, logFile)
    return child
  }
  let child = await launch()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    kill: async () => {
      if (child.pid !== undefined) send(child.pid, 'SIGKILL')
      await child.exited
    },
    pause: async (ms) => {
      if (child.pid !== undefined) send(child.pid, 'SIGSTOP')
      await pause(ms)
      if (child.pid !== undefined) send(child.pid, 'SIGCONT')
    },
    restart: async () => {
      child = await launch()
    },
    stop: () => family.stopAll(),
  }
}

async function untilAnswering(child: Child, port: number, logFile: string) {
  const ended = child.exited.then(({ lastWords }) => lastWords)
  for (;;) {
    if (await answers(port)) return
    const lastWords = await Promise.race([ended, pause(20, undefined)])
    if (lastWords !== undefined) throw new StartFailure(`redis-server does not start: ${lastWords} (see ${logFile})`)
  }
}

/** Whether Redis accepts commands; it answers LOADING while it reads its file. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 }, () => socket.write('PING\r\n'))
    const end = (isAnswering: boolean) => {
      resolve(isAnswering)
      socket.destroy()
    }
    socket.once('data', (reply) => end(reply.toString('latin1').startsWith('+PONG')))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
    socket.once('close', () => end(false))
  })
}
