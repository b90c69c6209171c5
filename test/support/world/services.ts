import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'

import { startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { endLeftovers } from '#shared/playground/processes/leftovers.ts'
import { startLocalRedis } from '#test/support/world/local-redis.ts'
import { choosePostgresLauncher } from '#shared/playground/postgres/postgres-launcher.ts'
import { ensurePrivateFolder } from '#shared/playground/private-folder.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'
import { identityOf, isRunning } from '#shared/playground/processes/process-identity.ts'
import { flagsOf } from '#shared/process/node-flags.ts'

import { COMPILE_CACHE } from '../fakes/compile-cache.ts'
import { TEMPLATE } from '../template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL where tests may make databases: the address of its `postgres` database, as its owner. */
    databaseUrl: string
    redisUrl: string
  }
}

const ROOT = resolve(import.meta.dirname, '../../..')
const STATE = join(ROOT, '.farebox')

const undo: (() => Promise<void> | void)[] = []

/** One PostgreSQL and one Redis for a whole run: those that TEST_DATABASE_URL and TEST_REDIS_URL name, or our own. */
export async function setup({ provide }: TestProject): Promise<void> {
  const folder = join(STATE, 'test', `run-${process.pid}`)
  ensurePrivateFolder(STATE)
  await clearAbandonedRuns()
  // Named only once its owner is written in it: a run beside this one removes what nobody owns.
  const draft = join(STATE, 'test', `new-${process.pid}`)
  mkdirSync(draft, { recursive: true })
  writeFileSync(join(draft, 'owner.json'), JSON.stringify(identityOf(process.pid)))
  renameSync(draft, folder)
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const compiled = Promise.all(['ingress/main.ts', 'workers/main.ts'].map(compile))
  try {
    const databaseUrl = process.env['TEST_DATABASE_URL'] || (await ownPostgres(folder))
    const redisUrl = process.env['TEST_REDIS_URL'] || (await ownRedis(folder))
    await makeTemplate(databaseUrl)
    await compiled
    provide('databaseUrl', databaseUrl)
    provide('redisUrl', redisUrl)
  } catch (error) {
    await teardown()
    throw error
  }
}

export async function teardown(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step()
}

async function ownPostgres(folder: string): Promise<string> {
  const family = createProcessFamily(join(folder, 'postgres.json'))
  undo.push(family.stopAll)
  const launcher = await choosePostgresLauncher({ folder, id: `test-${process.pid}`, keptWay: undefined })
  if (launcher.home !== folder) undo.push(() => rmSync(launcher.home, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({
    family,
    launcher,
    password: randomBytes(12).toString('hex'),
    preferredPort: undefined,
    logFile: join(folder, 'postgres.log'),
    isDurable: process.env['TEST_FSYNC'] === 'true',
  })
  return server.url('postgres')
}

async function ownRedis(folder: string): Promise<string> {
  const redis = await startLocalRedis({ folder: join(folder, 'redis'), programs: STATE, path: process.env['PATH'] })
  undo.push(redis.stop)
  return redis.url
}

/**
 * Fills the compile cache of the processes that tests start and, mostly, kill: who is killed writes none. Without a
 * setting a program has loaded all of its code when it refuses to start.
 */
async function compile(program: string) {
  const child = spawn(process.execPath, [...flagsOf(program), join(ROOT, program)], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: 'ignore',
  })
  await once(child, 'exit')
}

async function makeTemplate(databaseUrl: string) {
  const admin = new Client({ connectionString: databaseUrl })
  await admin.connect()
  try {
    await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
    await admin.query(`create database ${TEMPLATE}`)
  } finally {
    await admin.end()
  }
  const address = new URL(databaseUrl)
  address.pathname = `/${TEMPLATE}`
  execFileSync(process.execPath, [join(ROOT, 'shared/db/migrate.ts')], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: address.href },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Ends and removes what runs that were killed left behind. */
async function clearAbandonedRuns() {
  const runs = join(STATE, 'test')
  for (const name of existsSync(runs) ? readdirSync(runs) : []) {
    if (!name.startsWith('run-')) continue
    const folder = join(runs, name)
    const owner = ownerOf(folder)
    if (owner !== undefined && isRunning(owner)) continue
    await endLeftovers(join(folder, 'postgres.json'))
    await endLeftovers(join(folder, 'redis/processes.json'))
    rmSync(folder, { recursive: true, force: true })
  }
}

function ownerOf(folder: string) {
  try {
    return z
      .object({ pid: z.int(), startedAt: z.string() })
      .parse(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')))
  } catch {
    return undefined
  }
}
