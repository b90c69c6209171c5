import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { POOLS } from '#shared/calls/pools.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { parseConfig } from '#shared/config.ts'
import { isSecretSetting, SECRET_SETTINGS } from '#shared/secret-settings.ts'
import { Settings } from '#shared/settings.ts'
import { healthRoutes } from '#ingress/surface/health.ts'

import { buildOverlay, type Manifest, OVERLAYS, problemsOf } from '../deploy/manifests.ts'
import { ROOT } from './source-files.ts'

// Each overlay is built once: kustomize takes a second.
const built = Object.fromEntries(OVERLAYS.map((overlay) => [overlay, buildOverlay(overlay)]))

const Container = z.looseObject({
  args: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).optional(),
  resources: z.looseObject({ requests: z.object({ cpu: z.string(), memory: z.string() }) }),
  securityContext: z.looseObject({ allowPrivilegeEscalation: z.literal(false) }),
})
const Workload = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.int().optional(),
        containers: z.array(Container),
        securityContext: z.looseObject({ seccompProfile: z.looseObject({ type: z.string() }) }).optional(),
        volumes: z.array(z.looseObject({ name: z.string() })).optional(),
      }),
    }),
  }),
})
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

const workloads = (manifests: readonly Manifest[]) =>
  manifests
    .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
    .map((manifest) => {
      const { metadata, spec } = Workload.parse(manifest)
      const [container] = spec.template.spec.containers
      if (container === undefined) throw new Error(`${metadata.name} has no container`)
      return { name: metadata.name, labels: spec.template.metadata.labels, pod: spec.template.spec, container }
    })
const settingsOf = (manifests: readonly Manifest[]) => {
  const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('settings'))
  return z.record(z.string(), z.string()).parse(config?.['data'])
}
const graceMsOf = ({ env = [] }: z.output<typeof Container>) =>
  Number(env.find(({ name }) => name === 'SHUTDOWN_GRACE_MS')?.value ?? 25_000)

describe.each(OVERLAYS)('%s', (overlay) => {
  const manifests = built[overlay] ?? []

  test('is what Kubernetes and KEDA accept', () => {
    expect(problemsOf(manifests)).toEqual([])
  })
})

test('a manifest that Kubernetes would refuse is named', () => {
  const manifests = (built['node-profile'] ?? []).map((manifest) =>
    manifest.kind === 'DaemonSet' ? { ...manifest, spec: { template: 'none' } } : manifest,
  )
  expect(problemsOf(manifests)).toEqual([expect.stringContaining('DaemonSet seccomp-profile')])
})

describe.each(['overlays/cloud', 'overlays/one-node'] as const)('%s runs the product', (overlay) => {
  const manifests = built[overlay] ?? []
  const all = workloads(manifests)

  test('a Deployment for each pool and for the ingress, each by a script of package.json', () => {
    expect(all.map(({ name }) => name).toSorted()).toEqual(
      ['ingress', 'migrate', ...POOLS.map((pool) => `worker-${pool}`)].toSorted(),
    )
    for (const { name, container } of all) {
      const [npm, run, script = '', ...rest] = container.args ?? []
      expect({ name, npm, run, isScript: script in scripts }).toEqual({ name, npm: 'npm', run: 'run', isScript: true })
      if (script === 'worker') expect(`worker-${rest.at(-1)}`).toBe(name)
    }
  })

  test('every setting exists, no secret is in the environment, and production starts with them', () => {
    const shared = settingsOf(manifests)
    const given = new Set([
      ...Object.keys(shared),
      ...all.flatMap(({ container }) => (container.env ?? []).map(({ name }) => name)),
    ])
    const known = (name: string) =>
      name in Settings.shape || (name.endsWith('_FILE') && isSecretSetting(name.slice(0, -'_FILE'.length)))
    expect([...given].filter((name) => !known(name))).toEqual([])
    expect([...given].filter((name) => isSecretSetting(name))).toEqual([])
    const files = Object.keys(shared).filter((name) => name.endsWith('_FILE'))
    const settings = Object.fromEntries(Object.entries(shared).filter(([name]) => !files.includes(name)))
    const secrets = {
      SERVER_SECRET: 's'.repeat(32),
      ADMIN_TOKEN: 'a'.repeat(32),
      DATABASE_URL: 'postgres://h/d',
      REDIS_URL: 'redis://h',
      BASE_RPC_URL: 'https://base.example',
      SOLANA_RPC_URL: 'https://solana.example',
    }
    expect(Object.keys(secrets).filter((name) => !files.includes(`${name}_FILE`))).toEqual([])
    const bucket = overlay === 'overlays/cloud' ? { BLOB_S3_ACCESS_KEY: 'k', BLOB_S3_SECRET_KEY: 's' } : {}
    const own = {
      BASE_PAY_TO: '0x000000000000000000000000000000000000dEaD',
      SOLANA_PAY_TO: '11111111111111111111111111111111',
      SOLANA_FEE_PAYER: '11111111111111111111111111111111',
    }
    expect(parseConfig({ ...settings, ...secrets, ...bucket, ...own }).production).toBe(true)
  })

  test('keys that sign are mounted in the settlement pods alone', () => {
    const signers = all.filter(({ pod }) => JSON.stringify(pod.volumes).includes('farebox-settlement'))
    expect(signers.map(({ name }) => name)).toEqual(['worker-settlement-watch'])
    const mounted = all.flatMap(({ container }) =>
      (container.env ?? [])
        .filter(({ name }) => name.endsWith('_FILE'))
        .filter(({ value }) => !(container.volumeMounts ?? []).some(({ mountPath }) => value.startsWith(mountPath))),
    )
    expect(mounted).toEqual([])
    expect(SECRET_SETTINGS).toContain('SOLANA_TREASURY_KEY')
  })

  test.each(POOLS)('a worker of %s that is told to stop may end its longest run', (pool) => {
    const { pod, container } = all.find(({ name }) => name === `worker-${pool}`) ?? {}
    const longestMs = Math.max(
      ...[...catalog.values()].filter(({ outcome }) => outcome.pool === pool).map(({ outcome }) => outcome.timeoutMs),
    )
    expect(container && graceMsOf(container)).toBeGreaterThan(longestMs)
    expect((pod?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(
      container ? graceMsOf(container) + 5_000 : NaN,
    )
  })

  test('pools that open foreign files have the seccomp profile, all others the runtime’s own', () => {
    const profiles = Object.fromEntries(
      all.map(({ name, pod }) => [name, pod.securityContext?.seccompProfile['localhostProfile'] ?? null]),
    )
    const sandboxed = Object.keys(profiles).filter((name) => profiles[name] === 'farebox/sandbox.json')
    expect(sandboxed.toSorted()).toEqual(['worker-media-processing', 'worker-pdf-extract', 'worker-screenshot'])
  })

  test('probes ask paths that are served', () => {
    const asked = new Set(
      Array.from(JSON.stringify(all).matchAll(/"httpGet":\{"path":"([^"]+)"/g), ([, path = '']) => path),
    )
    // Safe: only the routes' paths are read.
    const served = healthRoutes({ queues: { redis: null } } as never).map(({ path }) => path)
    expect([...asked].toSorted()).toEqual(served.toSorted())
  })
})

test('only the cluster of one node goes without KEDA', () => {
  const scaled = (overlay: (typeof OVERLAYS)[number]) =>
    built[overlay]?.filter(({ kind }) => kind === 'ScaledObject').length
  // The ingress and every pool but settlement-watch, which scales with nothing.
  expect([scaled('overlays/cloud'), scaled('overlays/one-node')]).toEqual([POOLS.length, 0])
})
