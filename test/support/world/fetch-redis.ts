import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { oneLine, StartFailure } from '#shared/playground/start-failure.ts'

export type RedisProgram = { file: string; env: Record<string, string | undefined> }

/**
 * Finds redis-server on PATH. Without one, downloads Debian's package into `folder`, once and without root. Only tests
 * need it. Throws a StartFailure that says what to install when neither works.
 */
export function findRedis(folder: string, path: string | undefined): RedisProgram {
  if (runs({ file: 'redis-server', env: { PATH: path } })) return { file: 'redis-server', env: { PATH: path } }
  const root = join(folder, 'redis')
  if (runs(programIn(root))) return programIn(root)
  const draft = join(folder, `redis.${randomBytes(4).toString('hex')}.tmp`)
  try {
    fetchInto(draft, path)
    rmSync(root, { recursive: true, force: true })
    renameSync(join(draft, 'root'), root)
  } catch (error) {
    // A concurrent run may have installed it meanwhile.
    if (!runs(programIn(root))) throw notFetched(error)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  if (!runs(programIn(root))) throw notFetched('the fetched redis-server does not run here')
  return programIn(root)
}

function programIn(root: string): RedisProgram {
  const library = join(root, 'usr/lib')
  const folders = existsSync(library) ? readdirSync(library).map((name) => join(library, name)) : []
  return { file: join(root, 'usr/bin/redis-server'), env: { LD_LIBRARY_PATH: [library, ...folders].join(':') } }
}

const runs = ({ file, env }: RedisProgram) => spawnSync(file, ['--version'], { env, stdio: 'ignore' }).status === 0

// apt keeps lists, archives and locks below `draft`, so it needs no system permissions.
function fetchInto(draft: string, path: string | undefined) {
  const debs = join(draft, 'debs')
  for (const name of ['lists/partial', 'cache/archives/partial', 'debs', 'root']) {
    mkdirSync(join(draft, name), { recursive: true })
  }
  const run: Run = (program, ...args) => output(program, args, debs, path)
  const own = [`Dir::State::lists=${draft}/lists`, `Dir::Cache=${draft}/cache`, 'APT::Sandbox::User='].flatMap(
    (set) => ['-o', set],
  )
  run('apt-get', ...own, '-q', 'update')
  run('apt-get', ...own, '-q', 'download', ...packages(run, own))
  for (const deb of readdirSync(debs)) run('dpkg', '-x', deb, join(draft, 'root'))
}

type Run = (program: string, ...args: string[]) => string

/** Returns Redis and the libraries it depends on that are not installed. */
function packages(run: Run, own: string[]): string[] {
  const installed = new Set(
    run('dpkg-query', '-W', '-f', '${Package} ${db:Status-Status}\\n').match(/^\S+(?= installed$)/gm),
  )
  const found = new Set(['redis-server', 'redis-tools'])
  for (const name of found) {
    for (const [, library = ''] of run('apt-cache', ...own, 'depends', name).matchAll(
      /^[ |]+Depends: ((?:lib|lua)[\w.+-]+)/gm,
    )) {
      if (!installed.has(library)) found.add(library)
    }
  }
  return [...found]
}

function output(program: string, args: string[], cwd: string, path: string | undefined): string {
  const env = { ...process.env, PATH: path, LC_ALL: 'C' }
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', timeout: 120_000 })
  if (status === 0) return stdout
  throw new Error(error?.message ?? `${program}: ${stderr}`)
}

const notFetched = (why: unknown) =>
  new StartFailure(
    `The tests need Redis: install redis-server (on Debian: apt-get install redis-server), or set TEST_REDIS_URL. Fetching it failed: ${oneLine(why instanceof Error ? why.message : String(why))}`,
  )
