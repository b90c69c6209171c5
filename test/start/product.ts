import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from '#shared/playground/free-port.ts'

import type { Account } from './account.ts'
import { isStillRunning, runningIn, type Running } from './running-in.ts'

export type Product = {
  /** Pid of npm, which leads a process group of its own as it would in a terminal. */
  npm: number
  baseUrl: string
  stdout: () => string
  /** What it wrote to stderr, without npm's own lines. */
  stderr: () => string
  exited: Promise<number | null>
  ready: () => Promise<void>
  /** The one process of the product whose command line holds this text. */
  process: (text: string) => Running
  /** Resolves when no process of the product is left. */
  gone: () => Promise<void>
}

export type ProductOptions = {
  folder: string
  account: Account
  env?: Record<string, string>
}

/** Runs `npm start` in a checkout, as a person would: nothing of the test's own environment reaches it. */
export async function startProduct({ folder, account, env = {} }: ProductOptions): Promise<Product> {
  const port = env['PORT'] ?? String(await freePort(undefined))
  const [file = '', ...args] = commandOf(account)
  const own = account.uid === undefined || account.gid === undefined ? {} : { uid: account.uid, gid: account.gid }
  const npm = spawn(file, args, {
    cwd: folder,
    env: { PATH: systemPath(), HOME: join(folder, '..'), npm_config_update_notifier: 'false', PORT: port, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...own,
  })
  const said = { stdout: '', stderr: '' }
  npm.stdout.on('data', (chunk) => (said.stdout += chunk))
  npm.stderr.on('data', (chunk) => (said.stderr += chunk))
  const exited = new Promise<number | null>((resolve) => npm.once('close', (code) => resolve(code)))
  const stderr = () => said.stderr.replaceAll(/^npm .*\n/gm, '')
  let hasExited = false
  void exited.then(() => (hasExited = true))
  return {
    npm: npm.pid ?? 0,
    baseUrl: `http://127.0.0.1:${port}`,
    stdout: () => said.stdout,
    stderr,
    exited,
    ready: () =>
      until('the product is ready', () => {
        if (hasExited) throw new Error(`npm start ended: ${said.stdout}\n${said.stderr}`)
        return existsSync(join(folder, '.farebox/playground.json')) && said.stdout.includes('Farebox is ready')
      }),
    process: (text) => {
      const all = runningIn(folder).filter(({ command }) => command.includes(text))
      // A process that was forked this moment still carries its parent's command line.
      const found = all.filter(({ parent }) => !all.some(({ pid }) => pid === parent))
      if (found.length === 1 && found[0] !== undefined) return found[0]
      throw new Error(`${found.length} processes with "${text}": ${JSON.stringify(runningIn(folder))}`)
    },
    gone: async () => {
      let left = runningIn(folder)
      const isGone = () => {
        left = left.filter(isStillRunning)
        // Looking at every process costs much: it is done when none of the known ones is left.
        if (left.length === 0) left = runningIn(folder)
        return left.length === 0
      }
      await until('no process is left', isGone, () => JSON.stringify(left))
      await exited
    },
  }
}

type Published = {
  base_url: string
  admin_token: string
  base: { rpc_url: string; wallet: { address: string } }
  solana: { rpc_url: string; wallet: { address: string } }
}

export function readPlayground(folder: string): Published {
  return JSON.parse(readFileSync(join(folder, '.farebox/playground.json'), 'utf8'))
}

/** Looks again and again until it is so. Fails with what is there instead. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, state = () => ''): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not after 60 s: ${what}. ${state()}`)
    await pause(25)
  }
}

const commandOf = ({ become = [] }: Account): readonly string[] => [...become, 'npm', 'start']

// Tests run with the project's own Node first; a person's shell has npm's.
function systemPath(): string {
  const path = process.env['PATH'] ?? '/usr/bin:/bin'
  return path
    .split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':')
}
