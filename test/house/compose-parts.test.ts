import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { POOLS } from '#shared/calls/pools.ts'
import { playgroundSettings } from '#shared/playground/playground-settings.ts'

import { parseCompose } from '../deploy/compose-file.ts'
import { buildOverlay, type Manifest } from '../deploy/manifests.ts'
import { documentedSettings } from '../support/proxies/documented-settings.ts'
import { read, ROOT, sourceFiles } from './source-files.ts'

const { services } = parseCompose(read('docker-compose.yml'))
const dockerfile = read('Dockerfile')

describe('docker-compose.yml has the parts of Kubernetes', () => {
  const Env = z.array(z.object({ name: z.string(), value: z.string() }))
  const Workload = z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      template: z.object({
        spec: z.looseObject({
          terminationGracePeriodSeconds: z.int().optional(),
          containers: z.tuple([z.object({ args: z.array(z.string()), env: Env.optional() })]),
        }),
      }),
    }),
  })
  const manifests: Manifest[] = buildOverlay('overlays/one-node')
  const workloads = manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((manifest) => {
      const { metadata, spec } = Workload.parse(manifest)
      const [{ args, env = [] }] = spec.template.spec.containers
      return {
        name: metadata.name,
        args,
        env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
        graceS: spec.template.spec.terminationGracePeriodSeconds,
      }
    })
  const settings = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('settings'))
  const sharedSettings = z.record(z.string(), z.string()).parse(settings?.['data'])

  test('a service for each workload, by the command of its pods', () => {
    expect(workloads.length).toBe(POOLS.length + 2)
    expect(Object.fromEntries(workloads.map(({ name }) => [name, services[name]?.command]))).toEqual(
      Object.fromEntries(workloads.map(({ name, args }) => [name, args])),
    )
  })

  test('whatever the pods are told of ports, signing keys and stopping', () => {
    const told = workloads.flatMap(({ name, env }) =>
      Object.entries(env).map(([setting, value]) => `${name} ${setting}=${value}`),
    )
    const here = workloads.flatMap(({ name }) =>
      Object.entries(services[name]?.environment ?? {}).map(([setting, value]) => `${name} ${setting}=${value}`),
    )
    expect(told.filter((line) => line.includes('_FILE=')).length).toBeGreaterThan(0)
    expect(told.filter((line) => !here.includes(line))).toEqual([])
  })

  test('the secrets that every pod reads, from the files that it reads', () => {
    const files = Object.entries(sharedSettings).filter(([name]) => name.endsWith('_FILE'))
    expect(files.length).toBeGreaterThan(5)
    for (const [name, path] of files) expect(services['ingress']?.environment?.[name], name).toBe(path)
  })

  test.each(POOLS)('as long for a worker of %s to stop as its pod has', (pool) => {
    const graceS = workloads.find(({ name }) => name === `worker-${pool}`)?.graceS
    expect(services[`worker-${pool}`]?.stop_grace_period).toBe(`${graceS}s`)
  })
})

describe('the profile tls', () => {
  const proxy = services['proxy']

  test('starts a proxy in front of the ingress, which reaches neither store and may do nothing but listen', () => {
    expect(proxy).toMatchObject({
      profiles: ['tls'],
      networks: ['default'],
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
      depends_on: { ingress: { condition: 'service_healthy' } },
    })
    expect(services['ingress']?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true)
  })

  test('has the settings that docs/operating.md documents and test:deploy tries', () => {
    const mounted = /^\.\/(\S+):\/etc\/caddy\/Caddyfile:ro$/.exec(proxy?.volumes?.[0] ?? '')?.[1] ?? ''
    const documented = documentedSettings('caddyfile', {
      'api.example.com': '{$SITE_ADDRESS}',
      '127.0.0.1:8402': `ingress:${services['ingress']?.environment?.['PORT']}`,
    })
    expect(read(mounted)).toBe(documented)
    expect(proxy?.environment?.['SITE_ADDRESS']).toBe('${PUBLIC_BASE_URL:-https://localhost}')
  })
})

describe('the profile playground', () => {
  const playground = services['playground']

  test('runs npm start on its own, with settings that a playground takes', () => {
    expect(playground?.depends_on).toBeUndefined()
    expect(playground?.env_file).toBeUndefined()
    expect(playground?.command).toEqual(['npm', 'run', 'start'])
    const { HOST, PORT } = playgroundSettings({ ...playground?.environment, PORT: '9000' })
    expect({ HOST, PORT }).toEqual({ HOST: '0.0.0.0', PORT: 9000 })
  })

  test('names the port in its links by which the host reaches it', () => {
    const port = playground?.environment?.['PORT']
    expect(playground?.ports).toEqual([`127.0.0.1:${port}:${port}`])
  })

  test('is built with the local chains, which production leaves out', () => {
    const stages = dockerfile.split(/^(?=FROM )/m)
    const stage = (name: string) => stages.find((text) => text.split('\n')[0]?.endsWith(` AS ${name}`))
    expect(playground?.build).toEqual({ context: '.', target: 'playground' })
    expect(stage('playground')).toMatch(/^RUN npm install (?!.*--omit)/m)
    expect(stage('playground')).toContain('\nUSER node\n')
    // Without a target Docker builds the last stage.
    expect(stages.at(-1)).toBe(stage('production'))
    expect(stage('production')).toMatch(/^RUN npm install --omit=dev/m)
  })
})

test('the image holds every file of ours that the code reads', () => {
  const taken = Array.from(read('.dockerignore').matchAll(/^!(.+)$/gm), ([, name = '']) => name)
  const readFiles = sourceFiles(['ingress', 'workers', 'shared'])
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      Array.from(
        readFileSync(join(ROOT, path), 'utf8').matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g),
        (found) => relative(ROOT, resolve(ROOT, path, '..', found[1] ?? '')),
      ),
    )
    // The folder of the project itself.
    .filter((path) => path !== '')
  expect(readFiles.filter((path) => path.startsWith('docs')).length).toBeGreaterThan(0)
  expect(readFiles.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(readFiles.filter((path) => !taken.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([])
})
