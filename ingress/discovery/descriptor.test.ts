import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

import { type Models, modelsOf } from '#shared/lib/models/model-roles.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { describeOutcome } from './descriptor.ts'
import { WORK_BY_HAND } from './workforce-upsell.ts'
import { anyEntry, BASE_URL } from '#test/support/fakes/discovery-site.ts'

const NO_MODELS = modelsOf({})
const EVERY_MODEL = modelsOf({
  LLM_BASE_URL: 'http://models.example/v1',
  LLM_MODEL: 'a',
  LLM_VISION_MODEL: 'b',
  LLM_EMBEDDING_MODEL: 'c',
  LLM_IMAGE_MODEL: 'd',
  LLM_TRANSCRIPTION_MODEL: 'e',
  LLM_SPEECH_MODEL: 'f',
})
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const withModels = (models: Models) => ({ models, hasUpstream: () => true })
const all = [...catalog.values()].map((entry) => ({
  entry,
  listed: describeOutcome(entry, BASE_URL, withModels(EVERY_MODEL)),
}))
type Listed = (typeof all)[number]

/** The slugs of the entries of which something is not so. */
const wrongIn = (isSaid: (row: Listed) => boolean) =>
  all.filter((row) => !isSaid(row)).map(({ entry }) => entry.outcome.slug)

describe('every entry of the catalog', () => {
  test('names its outcome and the addresses of it', () => {
    expect(all.map(({ listed }) => listed)).toEqual(
      all.map(({ entry: { outcome, pack } }) =>
        expect.objectContaining({
          id: outcome.slug,
          slug: outcome.slug,
          method: 'POST',
          path: `/v1/outcomes/${outcome.slug}`,
          public_path: `/api/v1/outcomes/${outcome.slug}`,
          url: `${BASE_URL}/api/v1/outcomes/${outcome.slug}`,
          availability: 'ready',
          mime_type: 'application/json',
          x402: true,
          pack: pack.name,
        }),
      ),
    )
  })

  test('offers the jobs board where people do more than the machine, and nothing elsewhere', () => {
    const offered = all.filter(({ listed }) => listed.workforce_upsell !== null).map(({ listed }) => listed.slug)
    expect(offered.toSorted()).toEqual(Object.keys(WORK_BY_HAND).toSorted())
    expect(all.find(({ listed }) => listed.slug === 'translate-text')?.listed.workforce_upsell).toEqual({
      worker_slug: 'writing',
      from_price_usd: '1.00',
      note: expect.stringContaining('POST /api/jobs'),
    })
  })

  test('states the price in cents and as a decimal string of dollars', () => {
    const isPrice = ({ listed: { price_usd, price_cents } }: Listed) =>
      /^\d+\.\d{2}$/.test(price_usd) && Math.round(Number(price_usd) * 100) === price_cents
    expect(wrongIn(isPrice)).toEqual([])
    expect(wrongIn(({ listed }) => listed.trial_eligible === listed.price_cents <= 10)).toEqual([])
  })

  test('has a plain input schema that its own example fits', () => {
    const isPlain = ({ listed: { input_schema } }: Listed) =>
      Object(input_schema).type === 'object' && !/"\$(?:ref|defs|schema)":"/.test(JSON.stringify(input_schema))
    expect(wrongIn(isPlain)).toEqual([])
    expect(wrongIn(({ listed }) => ajv.validate(listed.input_schema, listed.sample_input))).toEqual([])
  })

  test('shows input and output as x402 discovery does', () => {
    expect(all.map(({ listed }) => listed.output_schema.input)).toEqual(
      all.map(({ listed }) => ({
        type: 'http',
        method: 'POST',
        discoverable: true,
        bodyType: 'json',
        schema: listed.input_schema,
      })),
    )
    const hasKeys = ({ listed: { output_schema } }: Listed) =>
      Object.keys(output_schema.output).join() === 'type,description,example' &&
      Object.keys(output_schema.output.example).join() === 'ok,resource,total_usdc,steps,result'
    expect(wrongIn(hasKeys)).toEqual([])
    expect(all.map(({ listed }) => listed.output_schema.output.example.result)).toEqual(
      all.map(({ entry }) => entry.outcome.example.output),
    )
  })

  test('settles after the run only at 10 cents and 15 seconds at most', () => {
    const isSafe = ({ listed: { settle, price_cents, timeout_ms } }: Listed) =>
      settle === 'before' || (settle === 'after' && price_cents <= 10 && timeout_ms <= 15_000)
    expect(wrongIn(isSafe)).toEqual([])
  })
})

test('a sample that is no object is left out', () => {
  const entry = anyEntry()
  const outcome = { ...entry.outcome, example: { input: {}, output: ['a', 'list'] } }
  expect(describeOutcome({ ...entry, outcome }, BASE_URL, withModels(NO_MODELS)).sample_output).toBeNull()
})

test('without models the catalog says what is not for sale, and what is in part', () => {
  const listed = Object.groupBy(
    [...catalog.values()].filter(({ outcome }) => outcome.models.length > 0),
    (entry) => describeOutcome(entry, BASE_URL, withModels(NO_MODELS)).availability,
  )
  const slugs = (entries: typeof listed.ready = []) => entries.map(({ outcome }) => outcome.slug).toSorted()
  expect(slugs(listed.ready)).toEqual(['extract-structured', 'rerank-passages', 'research-brief', 'summarize-text'])
  expect(slugs(listed.limited)).toEqual(['classify-text', 'llm-judge'])
  expect(slugs(listed.model_not_configured)).toEqual([
    'audio-transcribe',
    'embed-text',
    'image-describe',
    'image-generate',
    'image-moderate',
    'speech-synthesize',
    'translate-text',
  ])
})
