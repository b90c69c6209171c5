import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { ReadinessDeps } from '#ingress/ops/readiness.ts'
import { healthRoutes } from '#ingress/surface/health.ts'
import { SECRET_FOLDERS, writeSecrets } from '#shared/cli/write-secrets.ts'
import { ConfigError, parseConfig } from '#shared/config.ts'
import { Settings } from '#shared/settings.ts'
import { createLog } from '#shared/log.ts'
import { POOLS } from '#shared/calls/pools.ts'
import { isSecretSetting, SECRET_SETTINGS } from '#shared/secret-settings.ts'
import { healthHandler } from '#workers/health-server.ts'
import { poolGuards } from '#workers/pool-guards.ts'

import { type ComposeService, parseCompose, volumeOf } from '../deploy/compose-file.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

const composeText = read('docker-compose.yml')
const compose = parseCompose(composeText)
const services = Object.entries(compose.services)
/** What runs our code; `apps` are those that run for long or migrate, and read secrets that `secrets` wrote. */
const ours = services.filter(([, service]) => service.build !== undefined)
const apps = ours.filter(([name]) => name !== 'secrets' && name !== 'playground')
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
const dockerfile = read('Dockerfile')
const example = new Map(
  Array.from(read('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
)
const REQUIRED = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose fills them in, from the inside out. */
function interpolate(text: string, env: ReadonlyMap<string, string>): string {
  const filled = text.replace(/\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_, name: string, kind?: string, word = '') => {
    const value = env.get(name) ?? ''
    if (value === '' && kind === '?') throw new Error(word)
    return value === '' && kind === '-' ? word : value
  })
  return filled === text ? text : interpolate(filled, env)
}

/** Where the service `secrets` writes, in these tests. */
let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'compose-secrets-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The settings a service starts with when .env says this beside SERVER_SECRET. */
function configOf(service: ComposeService | undefined, more: Record<string, string>) {
  const env = new Map([...example, ['SERVER_SECRET', REQUIRED.SERVER_SECRET], ...Object.entries(more)])
  writeSecrets(root, Object.fromEntries(env))
  const filled = Object.entries(service?.environment ?? {}).map(([name, value]) => [
    name,
    interpolate(value, env).replace('/run/farebox', root),
  ])
  return parseConfig({ ...Object.fromEntries(env), ...Object.fromEntries(filled) })
}

/** The URL path and port of a health check that asks this container itself. */
function askedBy(service: ComposeService) {
  const url = /http:\/\/127\.0\.0\.1:(\d+)(\/[\w/-]*)/.exec(service.healthcheck?.test.join(' ') ?? '')
  return { port: url?.[1], path: url?.[2] }
}

describe('docker-compose.yml', () => {
  test('names nothing that does not exist', () => {
    for (const [name, service] of services) {
      for (const network of service.networks) expect(Object.keys(compose.networks), name).toContain(network)
      for (const volume of service.volumes ?? []) {
        const { name: source } = volumeOf(volume)
        const exists = source.startsWith('./') ? existsSync(join(ROOT, source)) : source in compose.volumes
        expect(exists, `${name} ${source}`).toBe(true)
      }
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        const other = compose.services[needed]
        const canBeWaitedFor =
          condition === 'service_healthy' ? other?.healthcheck !== undefined : other?.restart === 'no'
        expect(canBeWaitedFor, `${name} needs ${needed}: ${condition}`).toBe(true)
      }
    }
  })

  test('starts PostgreSQL, Redis, their secrets, the migration, the ingress and one worker service for each pool', () => {
    const started = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)
    expect(started.toSorted()).toEqual(
      ['secrets', 'postgres', 'redis', 'migrate', 'ingress', ...POOLS.map((pool) => `worker-${pool}`)].toSorted(),
    )
    for (const pool of POOLS) {
      expect(compose.services[`worker-${pool}`]?.command).toEqual(['npm', 'run', 'worker', '--', pool])
    }
  })

  test('runs package.json scripts only, and so does the image', () => {
    const [, cmd = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const commands = [...ours.map(([, { command }]) => command), z.array(z.string()).parse(JSON.parse(cmd))]
    for (const command of commands) {
      expect(command?.slice(0, 2)).toEqual(['npm', 'run'])
      expect(Object.keys(scripts)).toContain(command?.[2])
    }
  })

  test('uses variables of .env.example only, and sets settings only', () => {
    const used = Array.from(composeText.matchAll(/\$\{(\w+)/g), ([, name]) => name)
    expect(used.length).toBeGreaterThan(0)
    for (const name of used) expect([...example.keys()]).toContain(name)
    for (const [name, { environment }] of ours) {
      for (const variable of Object.keys(environment ?? {})) {
        const setting = variable.replace(/_FILE$/, '')
        expect(Object.hasOwn(Settings.shape, setting) || isSecretSetting(setting), `${name} ${variable}`).toBe(true)
      }
    }
  })

  test('is refused with one sentence until SERVER_SECRET is set', () => {
    const { SERVER_SECRET = '' } = compose.services['secrets']?.environment ?? {}
    expect(() => interpolate(SERVER_SECRET, example)).toThrow('set SERVER_SECRET in .env')
  })

  test('gives every service settings that parse, its secrets from the files that were written for it', () => {
    for (const [name, service] of apps) {
      const config = configOf(service, { PORT: '9000' })
      expect(config.HOST, name).toBe('0.0.0.0')
      expect(config.publicBaseUrl).toBe('http://127.0.0.1:9000')
      expect(config.SERVER_SECRET).toBe(REQUIRED.SERVER_SECRET)
      expect(config.ADMIN_TOKEN).toBeUndefined()
      expect(new URL(config.DATABASE_URL).hostname).toBe('postgres')
      expect(new URL(config.REDIS_URL ?? '').hostname).toBe('redis')
    }
  })

  test('asks each process for its health at a path it serves', async () => {
    const routes = healthRoutes({
      // Safe: listing the routes asks the backend for its Redis only.
      queues: { kind: 'postgres', redis: null } as unknown as ReadinessDeps['queues'],
      pools: () => Promise.resolve(null),
      log: createLog('silent'),
      paymentHealth: () => ({ state: 'off', facilitator: null, networks: null, checked_at: null }),
      stopping: () => false,
      storage: () => ({ low: false, volumes: {} }),
    }).map(({ path }) => path)
    const worker = createServer(
      healthHandler({
        config: { HOST: '', HEALTH_PORT: 0, ADMIN_TOKEN: undefined },
        log: createLog('silent'),
        ready: () => Promise.resolve({ ok: true }),
      }),
    )
    await new Promise<void>((done) => worker.listen(0, '127.0.0.1', done))
    try {
      for (const [name, service] of apps) {
        const { port, path } = askedBy(service)
        if (name === 'migrate') continue
        expect(port, name).toBe(
          name === 'ingress' ? service.environment?.['PORT'] : service.environment?.['HEALTH_PORT'],
        )
        // Safe: a TCP server has a port.
        const { port: workerPort } = worker.address() as AddressInfo
        const isAnswered =
          name === 'ingress'
            ? routes.includes(path ?? '')
            : (await fetch(`http://127.0.0.1:${workerPort}${path}`)).status === 200
        expect(isAnswered, name).toBe(true)
      }
    } finally {
      await new Promise((done) => worker.close(done).closeAllConnections())
    }
  })

  test('stops no process before it could stop by itself', () => {
    for (const [name, { stop_grace_period: period }] of apps) {
      const { DRAIN_MS, SHUTDOWN_GRACE_MS } = configOf(compose.services[name], {})
      expect(Number.parseInt(period ?? '0', 10) * 1_000, name).toBeGreaterThan(DRAIN_MS + SHUTDOWN_GRACE_MS + 10_000)
    }
  })

  test('has a Redis that forgets nothing, and neither store within reach from outside', () => {
    expect(compose.services['redis']?.command?.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction')
    expect(compose.networks['data']?.internal).toBe(true)
    for (const store of ['postgres', 'redis']) {
      expect(compose.services[store]?.networks).toEqual(['data'])
      expect(compose.services[store]?.ports).toBeUndefined()
      expect(compose.services[store]?.volumes?.map((volume) => volumeOf(volume).name)).toEqual([
        `${store}-data`,
        `${store}-secrets`,
      ])
    }
  })
})

describe('secrets', () => {
  const inEnv = {
    BASE_SETTLEMENT_KEYS: `0x${'ab'.repeat(32)}`,
    UPSTREAM_GITHUB_KEY: 'of github',
    ADMIN_TOKEN: 'a'.repeat(16),
  }

  test('of .env reach no environment but that of the service which writes them to files', () => {
    const keys = Array.from(read('.env.example').matchAll(/^# (UPSTREAM_\w+_KEY)=/gm), ([, name = '']) => name)
    const all = [...SECRET_SETTINGS, ...keys]
    expect(all.length).toBeGreaterThan(20)
    for (const [name, { environment, env_file }] of apps) {
      expect(env_file).toBe('.env')
      for (const secret of all) expect(environment?.[secret], `${name} ${secret}`).toBe('')
    }
    expect(Object.values(SECRET_FOLDERS).flat().toSorted()).toEqual(all.toSorted())
    expect(compose.services['secrets']?.env_file).toBe('.env')
  })

  test('are read by each service from a volume it has, read-only, and those that sign by settlement-watch alone', () => {
    for (const [name, { environment = {}, volumes = [] }] of apps) {
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'))
      const folders = name === 'worker-settlement-watch' ? ['app', 'settlement'] : ['app']
      expect([...new Set(files.map(([, path]) => dirname(path).replace('/run/farebox/', '')))], name).toEqual(folders)
      for (const folder of folders) {
        expect(volumes, name).toContain(`${folder}-secrets:/run/farebox/${folder}:ro`)
        const read = files.filter(([, path]) => path.startsWith(`/run/farebox/${folder}/`))
        expect(read.map(([, path]) => String(path.split('/').at(-1))).toSorted(), name).toEqual(
          // Safe: the folders are the keys of the table.
          [...SECRET_FOLDERS[folder as keyof typeof SECRET_FOLDERS]].toSorted(),
        )
      }
      expect(configOf(compose.services[name], inEnv).BASE_SETTLEMENT_KEYS, name).toBe(
        name === 'worker-settlement-watch' ? inEnv.BASE_SETTLEMENT_KEYS : undefined,
      )
      expect(configOf(compose.services[name], inEnv).upstreams.github.key, name).toBe('of github')
    }
  })

  test('are written before anybody reads them, by a service that may write only there', () => {
    for (const [name, { depends_on: needed, profiles }] of services) {
      if (name === 'secrets' || profiles !== undefined) continue
      expect(needed?.['secrets'], name).toEqual({ condition: 'service_completed_successfully' })
    }
    const folders = compose.services['secrets']?.volumes?.map((volume) => volumeOf(volume).path)
    expect(folders?.toSorted()).toEqual(
      ['app', 'postgres', 'redis', 'settlement'].map((name) => `/run/farebox/${name}`),
    )
    for (const folder of folders ?? []) expect(dockerfile).toContain(folder)
    expect(dockerfile).toContain('chown -R node:node /run/farebox')
  })

  test('of the stores are made at random, kept, and no constant stands in the file', () => {
    const config = configOf(compose.services['ingress'], {})
    const passwords = [config.DATABASE_URL, config.REDIS_URL ?? ''].map((url) => new URL(url).password)
    for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{48}$/)
    expect(new Set(passwords).size).toBe(2)
    expect(configOf(compose.services['ingress'], {}).DATABASE_URL).toBe(config.DATABASE_URL)
    const other = mkdtempSync(join(tmpdir(), 'compose-other-'))
    writeSecrets(other, {})
    expect(readFileSync(join(other, 'postgres/password'), 'utf8')).not.toBe(passwords[0])
    rmSync(other, { recursive: true, force: true })
    expect(composeText).not.toMatch(/:\/\/[^\s/]*:[^\s/]*@|PASSWORD: (?!'')/)
    // Each store gets what our processes present to it.
    expect(compose.services['postgres']?.environment?.['POSTGRES_PASSWORD_FILE']).toBe('/run/farebox/postgres/password')
    expect(readFileSync(join(root, 'postgres/password'), 'utf8')).toBe(passwords[0])
    expect(compose.services['redis']?.command?.[1]).toBe('/run/farebox/redis/redis.conf')
    expect(readFileSync(join(root, 'redis/redis.conf'), 'utf8')).toBe(`requirepass ${passwords[1]}\n`)
  })

  test('that are taken out of .env are gone, and only their owner reads those of our processes', () => {
    configOf(compose.services['ingress'], inEnv)
    expect(configOf(compose.services['ingress'], {}).ADMIN_TOKEN).toBeUndefined()
    for (const file of ['app/SERVER_SECRET', 'settlement/RECEIPT_SEED']) {
      expect(statSync(join(root, file)).mode & 0o777).toBe(0o400)
    }
  })
})

describe('what a service needs of its host', () => {
  test('services that meet uploads share one folder, which the image gives to the user it runs as', () => {
    const sharing = apps.filter(([, { volumes = [] }]) => volumes.some((volume) => volumeOf(volume).name === 'blobs'))
    expect(sharing.map(([name]) => name).toSorted()).toEqual([
      'ingress',
      'worker-media-processing',
      'worker-settlement-watch',
    ])
    for (const [name, { volumes, environment }] of sharing) {
      expect(volumes, name).toContain(`blobs:${environment?.['BLOB_DIR']}`)
      // A new volume takes its owner from the folder of the image it covers.
      const folder = environment?.['BLOB_DIR']?.replace('/app/', '')
      expect(dockerfile).toContain(`mkdir -p ${folder} && chown -R node:node .farebox`)
    }
  })

  test('each pool that opens foreign files or pages may make namespaces, and no service may mount or trace', () => {
    const guarded = Object.keys(poolGuards({ SANDBOX_REQUIRED: true }, { start: async () => {}, stop: async () => {} }))
    expect(guarded.length).toBe(3)
    const Profile = z.strictObject({
      defaultAction: z.literal('SCMP_ACT_ALLOW'),
      architectures: z.tuple([z.literal('SCMP_ARCH_X86_64')]),
      syscalls: z.tuple([
        z.strictObject({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ERRNO'), errnoRet: z.literal(1) }),
      ]),
    })
    for (const [name, { security_opt: options = [], cap_drop: dropped }] of ours) {
      expect(options, name).toContain('no-new-privileges:true')
      expect(dropped, name).toEqual(['ALL'])
      const profiles = options.flatMap((option) => /^seccomp:(.+)$/.exec(option)?.[1] ?? [])
      expect(options.length, name).toBe(1 + profiles.length)
      const opensFiles = name === 'playground' || guarded.some((pool) => name === `worker-${pool}`)
      expect(profiles.length, name).toBe(opensFiles ? 1 : 0)
      for (const path of profiles) {
        const [{ names }] = Profile.parse(JSON.parse(read(path))).syscalls
        for (const needed of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp']) expect(names).not.toContain(needed)
        for (const never of ['mount', 'pivot_root', 'ptrace', 'bpf', 'kexec_load', 'keyctl', 'setns'])
          expect(names).toContain(never)
      }
    }
  })
})

test('the image installs without development tools and runs as an ordinary user', () => {
  expect(dockerfile).toMatch(/^FROM .*node:24-bookworm-slim AS base$/m)
  expect(dockerfile).toMatch(/^RUN npm install --omit=dev/m)
  expect(dockerfile).not.toMatch(/^RUN npm ci/m)
  expect(dockerfile.lastIndexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN '))
})

describe('.env.example', () => {
  const defaults: Record<string, unknown> = Settings.parse(REQUIRED)
  const demanded = (() => {
    try {
      parseConfig({ NODE_ENV: 'production', ...REQUIRED })
      return ''
    } catch (error) {
      if (error instanceof ConfigError) return error.message
      throw error
    }
  })()

  test('lists every setting, in the order of the schema, and nothing else', () => {
    expect([...example.keys()]).toEqual(Object.keys(Settings.shape))
  })

  test('gives every setting its default; empty is what has none or what production must be told', () => {
    const given: Record<string, unknown> = parseConfig({ ...Object.fromEntries(example), ...REQUIRED })
    for (const [name, value] of example) {
      const isRequired = Object.hasOwn(REQUIRED, name)
      expect(isRequired ? value : given[name], name).toEqual(isRequired ? '' : defaults[name])
      if (value !== '' || defaults[name] === undefined || Object.hasOwn(REQUIRED, name)) continue
      // A placeholder that is written out would count as set, and production would be paid to nobody.
      expect(demanded, name).toContain(`${name}  is missing`)
    }
    const missing = Object.keys(Settings.shape).filter((name) => demanded.includes(`${name}  is missing`))
    expect(missing.filter((name) => example.get(name) !== '')).toEqual([])
  })

  test('production refuses the port of the playground’s sample site', () => {
    const set = () => parseConfig({ NODE_ENV: 'production', ...REQUIRED, SAMPLE_SITE_PORT: '8500' })
    expect(set).toThrow('SAMPLE_SITE_PORT  is for the playground alone')
  })

  test('says of every setting what it is for', () => {
    const lines = read('.env.example').split('\n')
    for (const name of example.keys()) {
      const at = lines.findIndex((line) => line.startsWith(`${name}=`))
      expect(lines[at - 1], name).toMatch(/^# .{10,}\.?$/)
    }
  })

  test('marks what production demands', () => {
    const text = read('.env.example')
    for (const name of example.keys()) {
      const isMarked = new RegExp(`^# .* Demanded in production\\.\\n${name}=`, 'm').test(text)
      expect(isMarked, name).toBe(demanded.includes(`${name}  is missing`))
    }
  })
})
