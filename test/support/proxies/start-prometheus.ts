import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { fetchProgram } from '../world/fetch-program.ts'
import { type LocalProxy, startProxy } from './start-proxy.ts'

const PROGRAMS = resolve(import.meta.dirname, '../../../.farebox')
const PROMETHEUS = {
  name: 'prometheus',
  packages: ['prometheus'],
  file: 'usr/bin/prometheus',
  probe: ['--version'],
}

function fetched() {
  mkdirSync(PROGRAMS, { recursive: true, mode: 0o700 })
  return fetchProgram(PROGRAMS, PROMETHEUS, process.env['PATH'])
}

/** Runs Debian's promtool and returns what it says. Throws an Error with its output when it refuses something. */
export function promtool(...args: string[]): string {
  const { root, env } = fetched()
  return execFileSync(join(root, 'usr/bin/promtool'), args, { env, encoding: 'utf8', stdio: 'pipe' })
}

type PrometheusOptions = {
  /** Folder of its configuration and data. */
  folder: string
  port: number
  /** `host:port` of what it scrapes, and the bearer token for it. */
  targets: readonly string[]
  token: string
  rules: string
}

/** Starts Debian's Prometheus, which scrapes the targets once a second as job `farebox`, part `ingress`. */
export async function startPrometheus(options: PrometheusOptions): Promise<LocalProxy> {
  const { folder, port, targets, token, rules } = options
  const { file, env } = fetched()
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'prometheus.json')
  // YAML takes JSON.
  const scrape = {
    job_name: 'farebox',
    authorization: { credentials: token },
    static_configs: [{ targets, labels: { part: 'ingress' } }],
  }
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [scrape],
  }
  writeFileSync(config, JSON.stringify(settings))
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  return startProxy({ name: 'prometheus', file, env, args, folder, port })
}
