/**
 * Loaded into real processes (`PRELOAD` of the cluster) by the fault tests: outcomes that misbehave, sold beside the
 * product's own. Their names say what they do.
 */
import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { type CatalogEntry, catalog, catalogOf } from '#shared/catalog/catalog.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'

const about = (slug: string) => ({ slug, title: slug, description: 'Only in tests.', cents: 1 })
const label = z.string().default('')
const labelled = { output: z.object({ label: z.string() }), example: { input: {}, output: { label: '' } } }

const endsItsWorker = defineOutcome({
  ...about('hostile-exit'),
  ...labelled,
  input: z.object({ label }),
  run() {
    process.kill(process.pid, 'SIGKILL')
    return pause(1_000).then(() => ({ label: '' }))
  },
})

const loopsInThread = defineOutcome({
  ...about('hostile-loop'),
  ...labelled,
  timeoutMs: 2_000,
  isolation: 'thread',
  input: z.object({ label }),
  run() {
    for (;;);
  },
})

const loops = defineOutcome({
  ...about('hostile-hang'),
  ...labelled,
  input: z.object({ label }),
  run() {
    for (;;);
  },
})

const waits = defineOutcome({
  ...about('hostile-slow'),
  ...labelled,
  input: z.object({ ms: z.int(), label }),
  example: { input: { ms: 1 }, output: { label: '' } },
  async run(input) {
    await pause(input.ms)
    return { label: input.label }
  },
})

/** In another pool than most: any pool will do that needs no browser. */
const waitsElsewhere = defineOutcome({
  ...about('hostile-elsewhere'),
  ...labelled,
  pool: 'pdf-extract',
  timeoutMs: 25_000,
  input: z.object({ ms: z.int(), label }),
  example: { input: { ms: 1 }, output: { label: '' } },
  async run(input) {
    await pause(input.ms)
    return { label: input.label }
  },
})

const answersALot = defineOutcome({
  ...about('hostile-big'),
  input: z.object({ bytes: z.int() }),
  output: z.object({ text: z.string() }),
  example: { input: { bytes: 1 }, output: { text: 'x' } },
  run: ({ bytes }) => ({ text: 'x'.repeat(bytes) }),
})

const quotesItsSecret = defineOutcome({
  ...about('hostile-quote'),
  ...labelled,
  secrets: ['token'],
  input: z.object({ token: z.string(), ms: z.int().default(0) }),
  example: { input: { token: 'x' }, output: { label: '' } },
  async run({ token, ms }) {
    await pause(ms)
    throw new TypeError(`cannot use ${token}`)
  },
})

const entries = catalogOf([
  definePack({
    name: 'hostile-pack',
    purpose: 'Only in tests.',
    dayPass: false,
    outcomes: [endsItsWorker, loopsInThread, loops, waits, waitsElsewhere, answersALot, quotesItsSecret],
  }),
])
// Safe: the catalog is a Map, which the product only reads.
const open = catalog as Map<string, CatalogEntry>
for (const [slug, entry] of entries) open.set(slug, entry)
