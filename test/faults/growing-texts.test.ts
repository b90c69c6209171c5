import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { hostileScans, SCANNERS } from '../catalog/hostile-scans.ts'

const SMALL = 15_000
const GROWTH = 4
/** Four times the text takes four times as long, with room for what else the machine does; quadratic would be sixteen. */
const MOST_TIMES = 9
/** What takes less than this says nothing of growth. */
const LEAST_MS = 15
const ROUNDS = 5

/** The least CPU time of several runs: what is above it is not the outcome's own. */
async function cpuMs(slug: string, input: unknown): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    await Promise.resolve(catalog.get(slug)?.outcome.run(input, fakeContext())).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1_000)
  }
  return Math.min(...rounds)
}

test.each(Object.entries(SCANNERS))(
  '%s takes time in proportion to a text that is made to hold it up',
  async (slug, inputOf) => {
    const small = hostileScans(SMALL)
    const large = hostileScans(SMALL * GROWTH)
    const grown: string[] = []
    for (const [nth, { what, text }] of large.entries()) {
      const smallMs = await cpuMs(slug, inputOf(small[nth]?.text ?? ''))
      const largeMs = await cpuMs(slug, inputOf(text))
      if (largeMs > Math.max(smallMs, LEAST_MS / GROWTH) * MOST_TIMES)
        grown.push(`${what}: ${smallMs.toFixed(1)} ms, then ${largeMs.toFixed(1)} ms`)
    }
    expect(grown).toEqual([])
  },
)
