import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { type CatalogEntry, catalogOf } from '#shared/catalog/catalog.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'
import { packs } from '#shared/catalog/packs.ts'

const nothing = z.object({})

/** Waits as long as it is told, then says so. Stands for work that takes time. */
const slow = defineOutcome({
  slug: 'test-slow',
  title: 'Slow',
  description: 'Waits.',
  cents: 1,
  timeoutMs: 4_000,
  input: z.object({ ms: z.int().default(100), label: z.string().default('') }),
  output: z.object({ label: z.string() }),
  example: { input: {}, output: { label: '' } },
  async run({ ms, label }, { signal }) {
    await new Promise((done) => {
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
    return { label }
  },
})

/** Answers with a picture of eight bytes. Stands for a screenshot. */
const picture = defineOutcome({
  slug: 'test-picture',
  title: 'Picture',
  description: 'Makes a picture.',
  cents: 2,
  file: { data: 'image_base64', type: 'mime_type' },
  input: z.object({ ms: z.int().default(0) }),
  output: z.object({ image_base64: z.string(), mime_type: z.literal('image/png') }),
  example: { input: {}, output: { image_base64: 'iVBORw0KGgo=', mime_type: 'image/png' } },
  async run({ ms }) {
    await pause(ms)
    return { image_base64: 'iVBORw0KGgo=', mime_type: 'image/png' as const }
  },
})

const upstreamDown = defineOutcome({
  slug: 'test-upstream-down',
  title: 'Upstream down',
  description: 'Refuses.',
  cents: 5,
  input: nothing,
  output: nothing,
  example: { input: {}, output: {} },
  run() {
    throw new Refusal('upstream_unavailable', 'The upstream did not answer; nothing was charged.')
  },
})

const broken = defineOutcome({
  slug: 'test-broken',
  title: 'Broken',
  description: 'Throws.',
  cents: 5,
  input: nothing,
  output: nothing,
  example: { input: {}, output: {} },
  run() {
    throw new TypeError('a mistake of ours, with a secret: hunter2')
  },
})

const wrongAnswer = defineOutcome({
  slug: 'test-wrong-answer',
  title: 'Wrong answer',
  description: 'Answers against its own schema.',
  cents: 5,
  input: nothing,
  output: z.object({ n: z.int() }),
  example: { input: {}, output: { n: 1 } },
  run: () => ({ n: 0.5 }),
})

const dear = defineOutcome({
  slug: 'test-dear',
  title: 'Dear',
  description: 'Costs more than a trial may pay.',
  cents: 25,
  input: z.object({ ms: z.int().default(0), fail: z.boolean().default(false) }),
  output: nothing,
  example: { input: {}, output: {} },
  async run({ ms, fail }) {
    await pause(ms)
    if (fail) throw new Refusal('upstream_unavailable', 'The upstream did not answer.')
    return {}
  },
})

const big = defineOutcome({
  slug: 'test-big',
  title: 'Big',
  description: 'Answers with much.',
  cents: 1,
  input: z.object({ bytes: z.int() }),
  output: z.object({ text: z.string() }),
  example: { input: { bytes: 1 }, output: { text: 'x' } },
  run: ({ bytes }) => ({ text: 'x'.repeat(bytes) }),
})

const shot = defineOutcome({
  slug: 'test-shot',
  title: 'Shot',
  description: 'Runs in another pool.',
  cents: 2,
  pool: 'screenshot',
  input: nothing,
  output: nothing,
  example: { input: {}, output: {} },
  run: () => ({}),
})

/** How often the step below really ran, by label: a finished step must not run again. */
export const runsOf = new Map<string, number>()

/** Steps below that wait until their test lets them go, by label. */
export const heldBack = new Map<string, Promise<unknown>>()

const counted = defineOutcome({
  slug: 'test-counted',
  title: 'Counted',
  description: 'Counts its runs.',
  cents: 1,
  input: z.object({ label: z.string(), ms: z.int().default(0), fail: z.boolean().default(false) }),
  output: z.object({ label: z.string(), runs: z.int() }),
  example: { input: { label: 'x' }, output: { label: 'x', runs: 1 } },
  async run({ label, ms, fail }) {
    await pause(ms)
    await heldBack.get(label)
    const runs = (runsOf.get(label) ?? 0) + 1
    runsOf.set(label, runs)
    if (fail) throw new Refusal('upstream_unavailable', 'The part has no upstream.')
    return { label, runs }
  },
})

const workflow = defineOutcome({
  slug: 'test-workflow',
  title: 'Workflow',
  description: 'Runs parts.',
  cents: 49,
  pool: 'router-workflow',
  timeoutMs: 20_000,
  input: z.object({
    label: z.string(),
    stepMs: z.int().default(0),
    failing: z.boolean().default(false),
    required: z.boolean().default(false),
  }),
  output: z.object({ first: z.unknown(), second: z.unknown(), shot: z.unknown(), failed: z.string().nullable() }),
  example: { input: { label: 'x' }, output: { first: {}, second: {}, shot: {}, failed: null } },
  async run({ label, stepMs, failing, required }, { call }) {
    const first = await call('test-counted', { label: `${label}-first`, ms: stepMs }, 'first')
    const [second, shot] = await Promise.all([
      call('test-counted', { label: `${label}-second`, ms: stepMs, fail: failing }, 'second').catch(
        (error: unknown) => {
          if (required) throw error
          return error
        },
      ),
      call('test-shot', {}),
    ])
    return {
      first,
      second: second instanceof Refusal ? null : second,
      shot,
      failed: second instanceof Refusal ? second.code : null,
    }
  },
})

/** Answers with something that is for its payer alone. */
const secret = defineOutcome({
  slug: 'test-secret',
  title: 'Secret',
  description: 'Answers with a secret.',
  cents: 1,
  answerSecrets: ['password'],
  input: nothing,
  output: z.object({ password: z.string() }),
  example: { input: {}, output: { password: 'x' } },
  run: () => ({ password: 'hunter2' }),
})

const testPack = definePack({
  name: 'test-pack',
  purpose: 'Only in tests.',
  dayPass: false,
  outcomes: [picture, slow, upstreamDown, broken, wrongAnswer, dear, big, shot, counted, workflow, secret],
})

/** The product's catalog and the outcomes tests need. */
export const testCatalog: ReadonlyMap<string, CatalogEntry> = catalogOf([...packs, testPack])
