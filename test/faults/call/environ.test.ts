import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openCluster } from '#test/support/world/cluster.ts'
import { exposed, shownOf } from '#test/support/exposed-secrets.ts'
import { openFileSite } from '#test/support/labs/file-site.ts'
import { helloPdf } from '#test/support/files/pdf-file.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

test.each(['environment', 'file'] as const)(
  'secrets given by %s are shown by no process: ours, sandboxed readers and the browser',
  async (way) => {
    const folder = mkdtempSync(join(tmpdir(), 'environ-flow-'))
    const site = await openFileSite({ '/two.pdf': helloPdf('Hello') })
    const cluster = await openCluster('redis', { secretsBy: way === 'environment' ? 'environment' : 'descriptor' })
    try {
      const own = {
        SERVER_SECRET: 'test-secret-test-secret-test-secret-0123',
        ADMIN_TOKEN: hex(16),
        BLOB_S3_ACCESS_KEY: hex(16),
        BLOB_S3_SECRET_KEY: hex(16),
        AGENT_SIGNUP_SECRET: hex(16),
        UPSTREAM_GITHUB_KEY: hex(16),
        RECEIPT_SEED: hex(32),
        DATABASE_URL: cluster.database.url,
        REDIS_URL: cluster.redisUrl ?? '',
      }
      const bucket = { BLOB_S3_ENDPOINT: 'http://127.0.0.1:1', BLOB_S3_BUCKET: 'bucket' }
      const common = {
        ...(way === 'file' ? byFile(folder, own) : own),
        ...bucket,
        EGRESS_ALLOW: site.allow,
        TZ: 'Europe/Zurich',
      }
      const [ingress, workers] = await Promise.all([
        cluster.ingress(common),
        cluster.worker(['pdf-extract', 'screenshot', 'settlement-watch'], common),
      ])
      await cluster.ready(ingress, 'pdf-extract')
      await cluster.ready(ingress, 'screenshot')
      const { key } = await cluster.key(10)
      const answer = await cluster.call(ingress, 'pdf-extract', { url: site.url('/two.pdf') }, { 'x-service-key': key })
      expect(answer).toMatchObject({ status: 200, body: { result: { text: 'Hello' } } })

      const shown = shownOf([ingress, workers].flatMap(({ child }) => child.pid ?? []))
      const commands = shown.map(({ command }) => command).join('\n')
      for (const part of ['ingress/main.ts', 'workers/main.ts', 'pdf.child.ts', '--type=zygote']) {
        expect(commands).toContain(part)
      }
      // The search works: what is no secret is found.
      expect(exposed(shown, { 'the time zone': 'Europe/Zurich' })).toHaveLength(2)
      const password = new URL(cluster.database.url).password
      expect(exposed(shown, { ...own, password })).toEqual([])
      expect(ingress.child.exitCode).toBeNull()
    } finally {
      await cluster.close()
      await site.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

function byFile(folder: string, secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) => {
      writeFileSync(join(folder, name), `${value}\n`)
      // The harness sets some of them itself; an empty variable is not set.
      return [
        [name, ''],
        [`${name}_FILE`, join(folder, name)],
      ]
    }),
  )
}
