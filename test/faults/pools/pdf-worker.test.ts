import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { helloPdf } from '#test/support/files/pdf-file.ts'
import { openFileSite } from '#test/support/labs/file-site.ts'
import { busyReaders, readers, slowPdf } from '#test/support/labs/pdf-lab.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

test('a worker killed while it reads: another reads for it, charged once, and no reader is left behind', async () => {
  const site = await openFileSite({ '/slow.pdf': slowPdf })
  const dataDir = mkdtempSync(join(tmpdir(), 'pdf-flow-'))
  const cluster = await openCluster('postgres')
  try {
    const env = { EGRESS_ALLOW: site.allow, DATA_DIR: dataDir }
    const ingress = await cluster.ingress()
    await cluster.worker(['settlement-watch'])
    const doomed = await cluster.worker(['pdf-extract'], env)
    await cluster.ready(ingress, 'pdf-extract')
    const { key, keyId } = await cluster.key(10)
    const answer = cluster.call(ingress, 'pdf-extract', { url: site.url('/slow.pdf') }, { 'x-service-key': key })
    await eventually(() => busyReaders(doomed.child.pid).length > 0)
    const orphans = readers(doomed.child.pid)
    site.files['/slow.pdf'] = helloPdf('Hello again')
    await cluster.kill(doomed)
    await cluster.worker(['pdf-extract'], env)
    expect(await answer).toMatchObject({ status: 200, body: { result: { text: 'Hello again' }, charge: { cents: 5 } } })
    const { rows } = await cluster.db.pg.query(
      `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ posted: 50_000, held: 0 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    expect(orphans.length).toBeGreaterThan(0)
    await eventually(() => orphans.every((pid) => !readdirSync('/proc').includes(String(pid))), 40_000)
  } finally {
    await cluster.close()
    await site.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
