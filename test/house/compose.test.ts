import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

import type { ReadinessDeps } from '#ingress/ops/readiness.ts'
import { healthRoutes } from '#ingress/surface/health.ts'
import { ConfigError, parseConfig, Settings } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { POOLS } from '#shared/queues/pools.ts'
import { healthHandler } from '#workers/health-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

const HealthCheck = z.strictObject({
  test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
  interval: z.string().regex(/^\d+s$/),
  timeout: z.string().regex(/^\d+s$/),
  retries: z.int().positive(),
  start_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
})
/** The part of the Compose specification this project uses; a misspelt key is a failure. */
const Service = z.strictObject({
  build: z.literal('.').optional(),
  image: z.string().regex(/^[a-z]+(:[\w.-]+)?$/),
  init: z.boolean().optional(),
  command: z.array(z.string()).optional(),
  restart: z.enum(['no', 'unless-stopped']),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  shm_size: z
    .string()
    .regex(/^\d+mb$/)
    .optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  env_file: z.literal('.env').optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .optional(),
  healthcheck: HealthCheck.optional(),
})
const Compose = z.object({
  name: z.literal('farebox'),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.strictObject({})),
})

const composeText = read('docker-compose.yml')
const compose = Compose.parse(parseYaml(composeText, { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, service]) => service.build !== undefined)
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

/** The URL path and port of a health check that asks this container itself. */
function askedBy(service: z.output<typeof Service>) {
  const url = /http:\/\/127\.0\.0\.1:(\d+)(\/[\w/-]*)/.exec(service.healthcheck?.test.join(' ') ?? '')
  return { port: url?.[1], path: url?.[2] }
}

describe('docker-compose.yml', () => {
  test('names nothing that does not exist', () => {
    for (const [name, service] of services) {
      for (const network of service.networks) expect(Object.keys(compose.networks), name).toContain(network)
      for (const volume of service.volumes ?? []) {
        expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0])
      }
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        const other = compose.services[needed]
        expect(other, `${name} needs ${needed}`).toBeDefined()
        if (condition === 'service_healthy') expect(other?.healthcheck, needed).toBeDefined()
        else expect(other?.restart, needed).toBe('no')
      }
    }
  })

  test('has PostgreSQL, Redis, the migration, the ingress and one worker service for each pool', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual(
      ['postgres', 'redis', 'migrate', 'ingress', ...POOLS.map((pool) => `worker-${pool}`)].toSorted(),
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
      for (const setting of Object.keys(environment ?? {})) expect(Object.keys(Settings.shape), name).toContain(setting)
    }
  })

  test('gives every service settings that parse once SERVER_SECRET is set, and says so when it is not', () => {
    for (const [name, { environment = {} }] of ours) {
      const filled = (env: ReadonlyMap<string, string>) =>
        Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value, env)]))
      expect(() => filled(example), name).toThrow('set SERVER_SECRET in .env')
      const env = new Map([...example, ['SERVER_SECRET', REQUIRED.SERVER_SECRET], ['PORT', '9000']])
      const config = parseConfig({ ...Object.fromEntries(env), ...filled(env) })
      expect(config.HOST).toBe('0.0.0.0')
      expect(config.publicBaseUrl).toBe('http://127.0.0.1:9000')
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
        config: { HEALTH_HOST: '', HEALTH_PORT: 0, ADMIN_TOKEN: undefined },
        log: createLog('silent'),
        ready: () => Promise.resolve({ ok: true }),
      }),
    )
    await new Promise<void>((done) => worker.listen(0, '127.0.0.1', done))
    try {
      for (const [name, service] of ours) {
        const { port, path } = askedBy(service)
        if (name === 'migrate') continue
        expect(port, name).toBe(
          name === 'ingress' ? service.environment?.['PORT'] : service.environment?.['HEALTH_PORT'],
        )
        if (name === 'ingress') {
          expect(routes).toContain(path)
          continue
        }
        // Safe: a TCP server has a port.
        const answer = await fetch(`http://127.0.0.1:${(worker.address() as AddressInfo).port}${path}`)
        expect(answer.status, name).toBe(200)
      }
    } finally {
      await new Promise((done) => worker.close(done).closeAllConnections())
    }
  })

  test('stops no process before it could stop by itself', () => {
    const { DRAIN_MS, SHUTDOWN_GRACE_MS } = Settings.parse(REQUIRED)
    for (const [name, { stop_grace_period: period }] of ours) {
      expect(Number.parseInt(period ?? '0', 10) * 1_000, name).toBeGreaterThan(DRAIN_MS + SHUTDOWN_GRACE_MS + 10_000)
    }
  })

  test('has a Redis that forgets nothing, and neither store within reach from outside', () => {
    expect(compose.services['redis']?.command?.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction')
    expect(compose.networks['data']?.internal).toBe(true)
    for (const store of ['postgres', 'redis']) {
      expect(compose.services[store]?.networks).toEqual(['data'])
      expect(compose.services[store]?.ports).toBeUndefined()
      expect(compose.services[store]?.volumes).toHaveLength(1)
    }
  })
})

describe('what a service needs of its host', () => {
  test('services that meet uploads share one folder, which the image gives to the user it runs as', () => {
    const sharing = ours.filter(([, { volumes = [] }]) => volumes.length > 0)
    expect(sharing.map(([name]) => name).toSorted()).toEqual([
      'ingress',
      'worker-media-processing',
      'worker-settlement-watch',
    ])
    for (const [name, { volumes, environment }] of sharing) {
      expect(volumes, name).toEqual([`blobs:${environment?.['BLOB_DIR']}`])
      // A new volume takes its owner from the folder of the image it covers.
      const folder = environment?.['BLOB_DIR']?.replace('/app/', '')
      expect(dockerfile).toContain(`mkdir -p ${folder} && chown -R node:node .farebox`)
    }
  })

  test('the screenshot pool may make the namespaces that Chromium needs, and no service may mount or trace', () => {
    const [, path = ''] =
      /^seccomp:(.+)$/.exec(
        compose.services['worker-screenshot']?.security_opt?.find((one) => one.startsWith('sec')) ?? '',
      ) ?? []
    const Profile = z.strictObject({
      defaultAction: z.literal('SCMP_ACT_ALLOW'),
      architectures: z.tuple([z.literal('SCMP_ARCH_X86_64')]),
      syscalls: z.tuple([
        z.strictObject({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ERRNO'), errnoRet: z.literal(1) }),
      ]),
    })
    const [{ names }] = Profile.parse(JSON.parse(read(path))).syscalls
    for (const needed of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp']) expect(names).not.toContain(needed)
    for (const never of ['mount', 'pivot_root', 'ptrace', 'bpf', 'kexec_load', 'keyctl', 'setns'])
      expect(names).toContain(never)
    for (const [name, { security_opt: options = [], cap_drop: dropped }] of ours) {
      expect(options, name).toContain('no-new-privileges:true')
      expect(dropped, name).toEqual(['ALL'])
      expect(options.length, name).toBe(name === 'worker-screenshot' ? 2 : 1)
    }
  })
})

test('the image installs without development tools and runs as an ordinary user', () => {
  expect(dockerfile).toMatch(/^FROM .*node:24-bookworm-slim$/m)
  expect(dockerfile).toMatch(/^RUN npm install --omit=dev/m)
  expect(dockerfile).not.toMatch(/^RUN npm ci/m)
  expect(dockerfile.indexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN '))
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
      if (Object.hasOwn(REQUIRED, name)) expect(value, name).toBe('')
      else expect(given[name], name).toEqual(defaults[name])
      if (value !== '' || defaults[name] === undefined || Object.hasOwn(REQUIRED, name)) continue
      // A placeholder that is written out would count as set, and production would be paid to nobody.
      expect(demanded, name).toContain(`${name}  is missing`)
    }
    for (const name of Object.keys(Settings.shape)) {
      if (demanded.includes(`${name}  is missing`)) expect(example.get(name), name).toBe('')
    }
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
