import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

import { inject } from 'vitest'

import { openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { flagsOf, NODE_ENVIRONMENT } from '#shared/process/node-flags.ts'
import { spawnWithSecrets } from '#shared/process/spawn-with-secrets.ts'

import { COMPILE_CACHE } from '../fakes/compile-cache.ts'
import { cloneDatabase } from './database.ts'
import { ownRedisUrl } from './own-redis.ts'
import { type Answer, type Backend, eventually, testEnv } from './world.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Characters of each process's log; enough for all of a test that looks for what must not be there. */
const LOG_KEPT = 10_000_000

export type Member = {
  /** Empty for workers. */
  baseUrl: string
  child: ChildProcess
  signal: (signal: NodeJS.Signals) => void
  /** Resolves when the process is gone. */
  gone: Promise<unknown>
  log: () => string
}

type ClusterOptions = {
  redisUrl?: string
  databaseUrl?: string
  /** How secrets reach the processes; by descriptor unless said. */
  secretsBy?: 'descriptor' | 'environment'
}

/** Real processes of the product on one database and one queue, to be killed at will. */
export async function openCluster(backend: Backend, more: ClusterOptions = {}) {
  const database =
    more.databaseUrl === undefined ? await cloneDatabase() : { url: more.databaseUrl, drop: async () => {} }
  const redisUrl = backend === 'redis' ? (more.redisUrl ?? (await ownRedisUrl(inject('redisUrl')))) : undefined
  const env = testEnv(database.url, redisUrl)
  const mint = credentialMint(env['SERVER_SECRET'] ?? '', 'test')
  const db = openDb(database.url, 4)
  const members: Member[] = []

  const start = (file: string, args: string[], extra: Record<string, string>, baseUrl: string): Member => {
    const preload = [
      ...(extra['CRASH_AT'] === undefined ? [] : ['world/crash-at.ts']),
      ...(extra['PRELOAD'] === undefined ? [] : [extra['PRELOAD']]),
    ].flatMap((file) => ['--import', join(ROOT, 'test/support', file)])
    const start = more.secretsBy === 'environment' ? spawn : spawnWithSecrets
    const child = start(process.execPath, [...flagsOf(file), ...preload, join(ROOT, file), ...args], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        ...NODE_ENVIRONMENT,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        FAREBOX_PARENT_PID: String(process.pid),
        ...env,
        LOG_LEVEL: 'info',
        ...extra,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-LOG_KEPT)))
    const member = {
      baseUrl,
      child,
      signal: (signal: NodeJS.Signals) => void child.kill(signal),
      gone: once(child, 'exit'),
      log: () => log,
    }
    members.push(member)
    return member
  }

  return {
    db,
    database,
    redisUrl,
    members,
    async ingress(extra: Record<string, string> = {}): Promise<Member> {
      const port = extra['PORT'] ?? String(await freePort())
      const member = start('ingress/main.ts', [], { ...extra, PORT: port }, `http://127.0.0.1:${port}`)
      await eventually(async () => (await fetch(`${member.baseUrl}/livez`).catch(() => null))?.ok === true)
      return member
    },
    /** Starts a worker without waiting for it. */
    spawnWorker: (pools: string[], extra: Record<string, string> = {}) => start('workers/main.ts', pools, extra, ''),
    async worker(pools: string[], extra: Record<string, string> = {}): Promise<Member> {
      const member = start('workers/main.ts', pools, extra, '')
      await eventually(() => member.log().includes('worker ready'))
      return member
    },
    /** A process that only delivers events. */
    async deliver(extra: Record<string, string> = {}): Promise<Member> {
      const member = start('workers/deliver.ts', [], extra, '')
      await eventually(() => member.log().includes('deliveries ready'))
      return member
    },
    key: (cents: number) => grantKey(db.pg, mint, cents),
    async ready(ingress: Member, pool = 'outcome'): Promise<void> {
      await eventually(async () => {
        const response = await fetch(`${ingress.baseUrl}/readyz`).catch(() => null)
        // Safe: the readiness body of our own server.
        const body = (await response?.json().catch(() => null)) as {
          pools?: Record<string, { workers: number }>
        } | null
        return (body?.pools?.[pool]?.workers ?? 0) > 0
      })
    },
    /** POSTs a call; null when the connection broke. */
    async call(ingress: Member, slug: string, body: unknown, headers: Record<string, string>): Promise<Answer | null> {
      try {
        const response = await fetch(`${ingress.baseUrl}/api/v1/outcomes/${slug}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
        const text = await response.text()
        // Safe: every answer of ours is a JSON object.
        return {
          status: response.status,
          headers: response.headers,
          text,
          body: JSON.parse(text) as Record<string, unknown>,
        }
      } catch {
        return null
      }
    },
    /** kill -9, and wait until it is gone. */
    async kill({ child, gone }: Member): Promise<void> {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await gone
    },
    async close(): Promise<void> {
      for (const { child } of members) {
        child.kill('SIGCONT')
        child.kill('SIGKILL')
      }
      await Promise.all(members.map(({ gone }) => gone))
      await db.close()
      await database.drop()
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
