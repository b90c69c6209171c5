import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startLocalRedis } from '#test/support/world/local-redis.ts'
import { ensureDatabase, startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { send } from '#shared/playground/processes/end-process.ts'
import { choosePostgresLauncher, type Way } from '#shared/playground/postgres/postgres-launcher.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'

import { ordinary } from '#test/start/account.ts'
import { emptyCheckout } from '#test/start/checkout.ts'
import { startProduct } from '#test/start/product.ts'
import { runningIn } from '#test/start/running-in.ts'

// Root tries both of its ways; anyone else has one.
const ways: Way[] = process.getuid?.() === 0 ? ['namespace', 'account'] : ['directly']

let folder: string
let removed: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-postgres-'))
  removed = [folder]
})
afterEach(() => {
  for (const path of removed) rmSync(path, { recursive: true, force: true })
})

async function server(keptWay: Way | undefined, password = 'a-password-of-this-test') {
  const launcher = await choosePostgresLauncher({ folder, id: `test-${process.pid}`, keptWay })
  removed.push(...(launcher.home === folder ? [] : [launcher.home]))
  const family = createProcessFamily(join(folder, 'processes.json'))
  const logFile = join(folder, 'postgres.log')
  const postgres = await startEmbeddedPostgres({
    family,
    launcher,
    password,
    preferredPort: undefined,
    logFile,
    isDurable: true,
  })
  return { family, launcher, postgres }
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe.each(ways)('PostgreSQL run %s', (way) => {
  test('keeps its data, reaches the disk, and is not root', async () => {
    const first = await server(way)
    expect(first.launcher.way).toBe(way)
    const url = await ensureDatabase(first.postgres, 'farebox')
    await query(url, 'create table kept as select 7 as seven')
    expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(url, 'show timezone')).toEqual([{ TimeZone: 'UTC' }])
    await first.family.stopAll()

    const second = await server(way)
    expect(await query(await ensureDatabase(second.postgres, 'farebox'), 'select * from kept')).toEqual([{ seven: 7 }])
    await second.family.stopAll()
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).not.toContain('not properly shut down')
  })

  test('goes on after kill -9 of its server', async () => {
    const { family, postgres } = await server(way)
    const url = await ensureDatabase(postgres, 'farebox')
    await query(url, 'create table kept as select 7 as seven')
    send(postgres.child.pid ?? 0, 'SIGKILL')
    await postgres.child.exited
    await family.stopAll()
    const again = await server(way)
    expect(await query(await ensureDatabase(again.postgres, 'farebox'), 'select * from kept')).toEqual([{ seven: 7 }])
    await again.family.stopAll()
  })

  test('takes over a folder whose server a killed supervisor left running', async () => {
    const abandoned = await server(way)
    const next = await server(way)
    await abandoned.postgres.child.exited
    expect(await query(next.postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await next.family.stopAll()
  })

  test('lets nobody in with another password', async () => {
    const { family, postgres } = await server(way)
    await expect(query(postgres.url('postgres').replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    await family.stopAll()
    const other = await server(way, 'another-password')
    await expect(ensureDatabase(other.postgres, 'farebox')).rejects.toThrow(/does not let us in/)
    await other.family.stopAll()
  })
})

test('with DATABASE_URL the product uses that database and starts none', async () => {
  const { family, postgres } = await server(undefined)
  const checkout = emptyCheckout(ordinary)
  const url = await ensureDatabase(postgres, 'farebox')
  const product = await startProduct({ folder: checkout.folder, account: ordinary, env: { DATABASE_URL: url } })
  await product.ready()
  expect(readdirSync(join(checkout.folder, '.farebox'))).not.toContain('postgres')
  expect(runningIn(checkout.folder).filter(({ command }) => command.includes('bin/postgres -D'))).toEqual([])
  send(product.npm, 'SIGTERM')
  await product.gone()
  await family.stopAll()
})

test('Redis of the tests keeps what it was given over a kill -9', async () => {
  const redis = await startLocalRedis({
    folder: join(folder, 'redis'),
    programs: join(folder, 'programs'),
    path: process.env['PATH'],
  })
  const { Redis } = await import('ioredis')
  const client = new Redis(redis.url, { lazyConnect: true, retryStrategy: () => 50 })
  client.on('error', () => {})
  await client.set('kept', 'yes')
  await client.config('SET', 'appendfsync', 'always')
  await client.set('kept', 'still')
  await redis.kill()
  await redis.restart()
  expect(await client.get('kept')).toBe('still')
  expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction'])
  client.disconnect()
  await redis.stop()
})
