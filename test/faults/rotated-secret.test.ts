import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { openClient } from '#test/support/world/client.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FIRST = 'test-secret-test-secret-test-secret-0123'
const Pair = z.object({ SERVER_SECRET: z.string().length(64), SERVER_ROOT: z.string() })

/** `npm run -s secret:rotate` with these secrets in force. */
async function rotate(given: Record<string, string>): Promise<z.output<typeof Pair>> {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve(ROOT, 'shared/cli/rotate-secret.ts')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...given },
  })
  return Pair.parse(JSON.parse(stdout))
}

test('SERVER_SECRET is rotated twice, process by process, and no call notices; a secret that was rotated out is one line', async () => {
  const cluster = await openCluster('redis')
  try {
    const [ingress, worker] = await Promise.all([
      cluster.ingress(),
      cluster.worker(['outcome']),
      cluster.worker(['settlement-watch']),
    ])
    await cluster.ready(ingress)
    const client = await openClient(cluster, 100_000)
    await client.untilServed(ingress)
    const load = client.load(ingress)
    const second = await rotate({ SERVER_SECRET: FIRST })
    const third = await rotate(second)
    expect(new Set([FIRST, second.SERVER_SECRET, third.SERVER_SECRET]).size).toBe(3)

    // A worker with the second secret runs what an ingress with the first accepted, and the other way round.
    await cluster.worker(['outcome'], second)
    await cluster.kill(worker)
    const next = await cluster.ingress(third)
    await client.untilServed(next)
    const others = client.load(next)
    await client.untilServed(ingress)
    await cluster.worker(['outcome'], third)
    await client.untilServed(next)
    expect(await Promise.all([load.stop(), others.stop()])).toEqual([new Set([200]), new Set([200])])
    await expectSettled(cluster, client.told)

    const late = cluster.spawnWorker(['outcome'], { ...third, SERVER_SECRET: second.SERVER_SECRET })
    await late.gone
    expect(late.child.exitCode).toBe(1)
    expect(late.log().trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ {2}SERVER_ROOT {2}is not opened by SERVER_SECRET: the secret was rotated out/),
      '1 setting is wrong; nothing was started.',
    ])
    await expect(rotate({ ...third, SERVER_SECRET: FIRST })).rejects.toThrow(/nothing was rotated/)
  } finally {
    await cluster.close()
  }
})
