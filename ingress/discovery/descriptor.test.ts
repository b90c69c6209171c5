import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

import { modelsOf } from '#shared/lib/models/model-roles.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { describeOutcome } from './descriptor.ts'
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
const all = [...catalog.values()].map((entry) => ({
  slug: entry.outcome.slug,
  entry,
  listed: describeOutcome(entry, BASE_URL, EVERY_MODEL),
}))

describe.each(all)('the catalog entry of $slug', ({ slug, entry, listed }) => {
  test('names the outcome and its addresses', () => {
    expect(listed).toMatchObject({
      id: slug,
      slug,
      method: 'POST',
      path: `/v1/outcomes/${slug}`,
      public_path: `/api/v1/outcomes/${slug}`,
      url: `${BASE_URL}/api/v1/outcomes/${slug}`,
      availability: 'ready',
      mime_type: 'application/json',
      x402: true,
      workforce_upsell: null,
      pack: entry.pack.name,
    })
  })

  test('states the price in cents and as a decimal string of dollars', () => {
    expect(listed.price_usd).toMatch(/^\d+\.\d{2}$/)
    expect(Math.round(Number(listed.price_usd) * 100)).toBe(listed.price_cents)
    expect(listed.trial_eligible).toBe(listed.price_cents <= 10)
  })

  test('has a plain input schema that its own example fits', () => {
    expect(listed.input_schema).toMatchObject({ type: 'object' })
    expect(JSON.stringify(listed.input_schema)).not.toMatch(/"\$(?:ref|defs|schema)":"/)
    expect(ajv.validate(listed.input_schema, listed.sample_input), ajv.errorsText()).toBe(true)
  })

  test('shows input and output as x402 discovery does', () => {
    expect(listed.output_schema.input).toEqual({
      type: 'http',
      method: 'POST',
      discoverable: true,
      bodyType: 'json',
      schema: listed.input_schema,
    })
    expect(Object.keys(listed.output_schema.output)).toEqual(['type', 'description', 'example'])
    expect(Object.keys(listed.output_schema.output.example)).toEqual([
      'ok',
      'resource',
      'total_usdc',
      'steps',
      'result',
    ])
    expect(listed.output_schema.output.example.result).toEqual(entry.outcome.example.output)
  })

  test('settles after the run only where that is safe', () => {
    if (listed.settle === 'after') expect([listed.price_cents <= 10, listed.timeout_ms <= 15_000]).toEqual([true, true])
    expect(['after', 'before']).toContain(listed.settle)
  })
})

test('a sample that is no object is left out', () => {
  const entry = anyEntry()
  const outcome = { ...entry.outcome, example: { input: {}, output: ['a', 'list'] } }
  expect(describeOutcome({ ...entry, outcome }, BASE_URL, NO_MODELS).sample_output).toBeNull()
})

test('without models the catalog says what is not for sale, and what is in part', () => {
  const listed = Object.groupBy(
    [...catalog.values()].filter(({ outcome }) => outcome.models.length > 0),
    (entry) => describeOutcome(entry, BASE_URL, NO_MODELS).availability,
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
