import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { BAZAAR_BYTES, bazaarOf } from './bazaar.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const bytes = (entry: CatalogEntry) => Buffer.byteLength(JSON.stringify(bazaarOf(entry)))

const sold = [...forSale(catalog).values()]

describe('the bazaar extension of everything for sale', () => {
  test('keeps its limit', () => {
    const large = sold.filter((entry) => bytes(entry) > BAZAAR_BYTES)
    expect(large.map((entry) => `${entry.outcome.slug}: ${bytes(entry)} bytes`)).toEqual([])
  })

  test('has an example that its own schema accepts', () => {
    const unfit = sold.flatMap((entry) => {
      const { info, schema } = bazaarOf(entry)
      const validate = ajv.compile(schema)
      return validate(info) ? [] : [`${entry.outcome.slug}: ${JSON.stringify(validate.errors)}`]
    })
    expect(unfit).toEqual([])
    expect(sold.map((entry) => bazaarOf(entry).info.output.example)).toMatchObject(
      sold.map(({ publicPath }) => ({ ok: true, resource: publicPath })),
    )
  })
})

describe('an outcome too large for the extension', () => {
  const field = z
    .enum(Array.from({ length: 30 }, (_, index) => `a rather long word ${index}`))
    .describe('d'.repeat(300))
  const outcome = (fields: number, text: number) =>
    defineOutcome({
      slug: 'huge',
      title: 'Huge',
      description: 'd'.repeat(500),
      cents: 1,
      input: z.object({
        text: z.string(),
        ...Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field_${at}`, field.optional()])),
      }),
      output: z.object({ rows: z.array(z.string()) }),
      example: { input: { text: 'é'.repeat(text) }, output: { rows: Array.from({ length: 500 }, () => 'row') } },
      run: () => ({ rows: [] }),
    })

  test.each([
    { fields: 1, text: 10 },
    { fields: 3, text: 10 },
    { fields: 5, text: 1_000 },
    { fields: 200, text: 10 },
    { fields: 200, text: 100_000 },
  ])('is shortened until it fits, and its example still fits its schema: %j', ({ fields, text }) => {
    const [known] = [...catalog.values()]
    if (known === undefined) throw new Error('the catalog is empty')
    const entry: CatalogEntry = { ...known, outcome: outcome(fields, text) }
    const { info, schema } = bazaarOf(entry)
    expect(bytes(entry)).toBeLessThanOrEqual(BAZAAR_BYTES)
    expect(ajv.validate(schema, info), ajv.errorsText()).toBe(true)
    expect(info.input.body).toHaveProperty('text')
  })
})
