import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { freePort } from '#shared/playground/free-port.ts'

import { promtool, startPrometheus } from '#test/support/proxies/start-prometheus.ts'
import type { LocalProxy } from '#test/support/proxies/start-proxy.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

import { buildOverlay } from './manifests.ts'

const DEPLOY = resolve(import.meta.dirname, '../../shared/deploy')
const RULES = join(DEPLOY, 'prometheus/rules.yaml')

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }) })),
    }),
  ),
})
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const Scaled = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({ triggers: z.array(z.object({ metadata: z.object({ query: z.string() }) })) }),
})

const rules = Rules.parse(parse(readFileSync(RULES, 'utf8'))).groups.flatMap((group) => group.rules)
const panels = Dashboard.parse(JSON.parse(readFileSync(join(DEPLOY, 'grafana/farebox.json'), 'utf8'))).panels
const scaled = buildOverlay('overlays/cloud')
  .filter(({ kind }) => kind === 'ScaledObject')
  .map((manifest) => Scaled.parse(manifest))

describe("Debian's promtool", () => {
  test('accepts the rules, and their tests pass', () => {
    expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${rules.length} rules found`)
    expect(promtool('test', 'rules', join(DEPLOY, 'prometheus/rules.test.yaml'))).toContain('SUCCESS')
  })

  test('accepts the scrape configuration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farebox-scrape-'))
    const file = join(folder, 'scrape.yaml')
    // Debian's build knows no Kubernetes: its discovery is left out, and what is made of its labels is checked.
    const kubernetes = /    kubernetes_sd_configs:\n(?: {6}.*\n)+/
    const shipped = readFileSync(join(DEPLOY, 'prometheus/scrape.yaml'), 'utf8')
    expect(shipped).toMatch(kubernetes)
    writeFileSync(file, shipped.replace(kubernetes, '    static_configs: [{ targets: [localhost] }]\n'))
    expect(promtool('check', 'config', '--syntax-only', file)).toContain('SUCCESS')
    rmSync(folder, { recursive: true })
  })
})

test('every alert has its runbook', () => {
  const runbooks = readFileSync(resolve(DEPLOY, '../../docs/runbooks.md'), 'utf8')
  const sections = Array.from(runbooks.matchAll(/^## (\w+)$/gm), ([, name = '']) => name)
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`)
})

describe('a Prometheus that scrapes an ingress and a worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-prometheus-'))
  let cluster: Awaited<ReturnType<typeof openCluster>>
  let prometheus: LocalProxy
  let api = ''
  const ask = async (query: string) => {
    const response = await fetch(`${api}/api/v1/query?${new URLSearchParams({ query }).toString()}`)
    const answer = z
      .object({
        status: z.string(),
        error: z.string().optional(),
        data: z.object({ result: z.array(z.unknown()) }).optional(),
      })
      .parse(await response.json())
    return { error: answer.error ?? null, rows: answer.data?.result.length ?? 0 }
  }

  beforeAll(async () => {
    cluster = await openCluster('redis')
    const ingress = await cluster.ingress()
    const health = await freePort()
    await cluster.worker(['outcome', 'settlement-watch'], { HEALTH_PORT: String(health) })
    await cluster.ready(ingress)
    const { key } = await cluster.key(100)
    for (let nth = 0; nth < 5; nth += 1)
      expect((await cluster.call(ingress, 'hash-text', { text: 'a' }, { 'x-service-key': key }))?.status).toBe(200)
    const port = await freePort()
    api = `http://127.0.0.1:${port}`
    prometheus = await startPrometheus({
      folder,
      port,
      targets: [new URL(ingress.baseUrl).host, `127.0.0.1:${health}`],
      token: 'test-admin-token-0123',
      rules: RULES,
    })
    await eventually(async () => (await fetch(`${api}/-/ready`)).ok)
    // A rate needs two scrapes.
    await eventually(async () => (await ask('count_over_time(farebox_pool_slots{pool="outcome"}[1m]) > 2')).rows > 0)
  })
  afterAll(async () => {
    await prometheus.stop()
    await cluster.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(scaled.map(({ metadata, spec }) => ({ name: metadata.name, triggers: spec.triggers })))(
    'answers what KEDA asks for $name with one number',
    async ({ triggers }) => {
      for (const { metadata } of triggers) expect(await ask(metadata.query)).toEqual({ error: null, rows: 1 })
    },
  )

  test('answers every panel of the dashboard, and none of its metrics is unknown', async () => {
    const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
    const answers = await Promise.all(queries.map(async ({ title, expr }) => ({ title, ...(await ask(expr)) })))
    expect(answers.filter(({ error }) => error !== null)).toEqual([])
    // Nothing was asked of upstreams or chains here, x402 is not set up, and every credential was valid.
    const quiet = [
      'What nodes of the chains answer',
      'What upstreams answer',
      'Left for network fees',
      'x402 payments are taken',
      'Settling a payment, p95',
      'How settlements end',
      'Credentials that are not valid',
    ]
    expect(answers.filter(({ rows, title }) => rows === 0 && !quiet.includes(title))).toEqual([])
  })

  test('evaluates every alert', async () => {
    const answers = await Promise.all(rules.map(async ({ alert, expr }) => ({ alert, ...(await ask(expr)) })))
    expect(answers.filter(({ error }) => error !== null)).toEqual([])
    const firing = answers.filter(({ rows }) => rows > 0).map(({ alert }) => alert)
    // Four pools have no worker here.
    expect(firing).toEqual(['FareboxPoolGone'])
  })
})
