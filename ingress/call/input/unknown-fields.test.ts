import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { unknownFields } from './unknown-fields.ts'

const schema = z.object({
  text: z.string(),
  algorithm: z.enum(['md5', 'sha256']).default('sha256'),
  options: z.object({ trim: z.boolean().optional() }).optional(),
  rows: z.array(z.object({ id: z.int() })).optional(),
  scores: z.record(z.string(), z.object({ value: z.number() })).optional(),
  pair: z.tuple([z.object({ left: z.int() })]).optional(),
  loose: z.looseObject({}).optional(),
  any: z.unknown().optional(),
  way: z.union([z.string(), z.object({ url: z.string() }), z.object({ file: z.string() })]).optional(),
  step: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('fetch'), url: z.string() }),
      z.object({ kind: z.literal('wait'), seconds: z.int() }),
    ])
    .optional(),
})
const of = (body: object, isBundle = false) => {
  const { fields, total } = unknownFields(schema, body, isBundle)
  expect(total).toBe(fields.length)
  return fields.map(({ loc, msg }) => [loc.join('.'), /`(.*)`/.exec(msg)?.[1] ?? null])
}

describe('a field that the schema does not know', () => {
  test.each<[object, [string, string | null][]]>([
    [{ text: 'a', algoritm: 'md5' }, [['body.algoritm', 'algorithm']]],
    [{ colour: 'red' }, [['body.colour', null]]],
    [{ options: { trimm: true } }, [['body.options.trimm', 'trim']]],
    [{ rows: [{ id: 1 }, { idd: 2 }] }, [['body.rows.1.idd', 'id']]],
    [{ scores: { a: { values: 1 } } }, [['body.scores.a.values', 'value']]],
    [{ pair: [{ lefft: 1 }] }, [['body.pair.0.lefft', 'left']]],
    [{ way: { ulr: 'x' } }, [['body.way.ulr', 'url']]],
    [{ step: { kind: 'wait', url: 'x' } }, [['body.step.url', null]]],
    [
      { constructor: 1, toString: 2 },
      [
        ['body.constructor', null],
        ['body.toString', null],
      ],
    ],
    [{ options: { agent_id: 'x' } }, [['body.options.agent_id', null]]],
  ])('%j', (body, expected) => {
    expect(of(body)).toEqual(expected)
  })

  test('is named without its value, which may be a secret', () => {
    const { fields } = unknownFields(schema, { hmac_kye: 'hunter2' }, false)
    expect(JSON.stringify(fields)).not.toContain('hunter2')
  })
})

test.each<object>([
  { text: 'a', agent_id: 'me', metadata: { run: { id: 7 } } },
  { loose: { anything: 1 }, any: { anything: 1 } },
  { way: { url: 'x' } },
  { way: { file: 'x' } },
  { way: { url: 'x', file: 'y' } },
  { way: 'x' },
  { step: { kind: 'fetch', url: 'x' } },
  { options: null, rows: 'wrong', text: 7 },
])('%j has none', (body) => {
  expect(of(body)).toEqual([])
})

test('labels pass at the top of each member of a bundle, and nowhere else', () => {
  const bundle = z.object({ inputs: z.object({ one: z.object({ text: z.string() }) }) })
  const body = { agent_id: 'a', inputs: { agent_id: 'b', one: { agent_id: 'c', text: 'x' } } }
  expect(unknownFields(bundle, body, true).fields.map(({ loc }) => loc.join('.'))).toEqual(['body.inputs.agent_id'])
})

test('a body of 4,000 unknown names, short and long, is counted and the first fifty are named at once', () => {
  for (const letters of [8, 39, 400]) {
    const names = Array.from({ length: 4_000 }, (_, nth) => `${nth}`.padStart(letters, 'algorithm'))
    const body = Object.fromEntries(names.map((name) => [name, 1]))
    const began = performance.now()
    const { fields, total } = unknownFields(schema, body, false)
    expect([fields.length, total]).toEqual([50, 4_000])
    // A few milliseconds on an idle core; comparing every name with every other takes tens of seconds.
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(JSON.stringify(fields).length).toBeLessThan(20_000)
  }
})

test('no sample of the catalog has an unknown field', () => {
  const wrong = [...forSale(catalog).values()].flatMap(({ outcome, members }) =>
    unknownFields(outcome.input, outcome.example.input, members !== undefined).fields.map(
      ({ loc }) => `${outcome.slug}: ${loc.join('.')}`,
    ),
  )
  expect(wrong).toEqual([])
})
