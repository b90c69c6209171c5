import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { extractFields } from './extract-fields.ts'

import { fakeModel } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { extractStructured } from './outcome.ts'

const run = (input: Record<string, unknown>, model = fakeContext().model) =>
  extractStructured.run(input, fakeContext({ model }))
const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})

describe('extract-structured', () => {
  test('finds money beside its name', async () => {
    await expect(
      run({ text: 'Invoice 17, total $12.50', schema: object({ total: { type: 'number' } }) }),
    ).resolves.toMatchObject({
      data: { total: 12.5 },
      valid: true,
      provenance: [{ path: '/total', quote: '$12.50', start: 18, end: 24 }],
      method: 'heuristic',
    })
  })

  test('a text alone is refused, and so is a schema that cannot be filled', () => {
    expect(extractStructured.input.safeParse({ text: 'x' }).success).toBe(false)
    const check = (schema: unknown) => () =>
      extractStructured.check?.(extractStructured.input.parse({ text: 'x', schema }))
    expect(check({ type: 'array' })).toThrow('One field is wrong')
    expect(check(object({ a: { $ref: 'https://evil.example/schema.json' } }))).toThrow('One field is wrong')
    expect(
      check(object(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, { type: 'string' }])))),
    ).toThrow('One field is wrong')
  })

  test('reads typed values of a letter, nulls for what is not there', async () => {
    const text = `Dear Ms Ito,
Order number: A-1009
Status: shipped. Express: yes
Your parcel leaves on 2026-12-03 and your contact is help@parcels.example, phone +31 20 123 45 67.
Track it at https://parcels.example/t/9. Weight 3.4 kg, items: 12`
    const schema = object(
      {
        order_number: { type: 'string' },
        status: { type: 'string', enum: ['pending', 'shipped', 'lost'] },
        express: { type: 'boolean' },
        departure_date: { type: 'string', format: 'date' },
        contact_email: { type: 'string', format: 'email' },
        phone: { type: 'string' },
        tracking_url: { type: 'string', format: 'uri' },
        weight: { type: 'number' },
        items: { type: 'integer' },
        discount: { type: ['number', 'null'] },
        customs: object({ duty: { type: 'number' } }, ['duty']),
      },
      ['order_number', 'discount'],
    )
    await expect(run({ text, schema })).resolves.toMatchObject({
      data: {
        order_number: 'A-1009',
        status: 'shipped',
        express: true,
        departure_date: '2026-12-03',
        contact_email: 'help@parcels.example',
        phone: '+31 20 123 45 67',
        tracking_url: 'https://parcels.example/t/9',
        weight: 3.4,
        items: 12,
        discount: null,
      },
      missing: expect.arrayContaining(['/discount']),
    })
  })

  test('what is required and missing is not valid, and still an answer', async () => {
    const schema = object({ email: { type: 'string', format: 'email' } }, ['email'])
    await expect(run({ text: 'No address here.', schema })).resolves.toMatchObject({
      valid: false,
      missing: ['/email'],
      data: { email: null },
      confidence: 'low',
    })
  })

  test('a model is believed where the text says so', async () => {
    const model = fakeModel([
      {
        values: [
          { path: '/total', value: '12.50', quote: 'total $12.50' },
          { path: '/email', value: 'boss@acme.example', quote: 'boss@acme.example' },
          { path: '/nonsense', value: 'x', quote: 'Invoice' },
          { path: '/lines/0/name', value: 'Bolts', quote: 'bolts' },
          { path: '/lines/1/name', value: 'nuts', quote: 'nuts' },
        ],
      },
    ])
    const schema = object({
      total: { type: 'number' },
      email: { type: ['string', 'null'] },
      lines: { type: 'array', items: object({ name: { type: 'string' } }) },
    })
    const answer = await run({ text: 'Invoice 17 for bolts and nuts, total $12.50', schema }, model)
    expect(answer).toMatchObject({
      data: { total: 12.5, email: null, lines: [{ name: 'Bolts' }, { name: 'nuts' }] },
      rejected: [
        { path: '/email', value: 'boss@acme.example', reason: 'not_in_text' },
        { path: '/nonsense', reason: 'not_in_schema' },
      ],
      valid: true,
      method: 'model',
      confidence: 'medium',
    })
    expect(model.asked).toHaveLength(2)
  })

  test('without strict an unproven value stays, and says that it is inferred', async () => {
    const model = fakeModel([{ values: [{ path: '/mood', value: 'angry', quote: '' }] }])
    await expect(
      run({ text: 'Where is my parcel?!', schema: object({ mood: { type: 'string' } }), strict: false }, model),
    ).resolves.toMatchObject({
      data: { mood: 'angry' },
      provenance: [{ path: '/mood', method: 'inferred' }],
      rejected: [],
    })
  })

  test('names of properties are names, whatever they are', async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":["number","null"]},"a/b~c":{"type":"number"}}}',
    ) as Record<string, unknown>
    const model = fakeModel([{ values: [{ path: '/a~1b~0c', value: 5, quote: '5' }] }])
    const answer = await run({ text: 'a/b~c 5', schema }, model)
    expect(answer).toMatchObject({ data: { 'a/b~c': 5 } })
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('any text and any names have an answer, with places that hold', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.dictionary(fc.string({ maxLength: 12 }), fc.constantFrom('string', 'number', 'integer', 'boolean'), {
          maxKeys: 5,
        }),
        (text, types) => {
          const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
          for (const { quote, start, end } of extractFields({ text, schema: { properties } })) {
            expect(text.slice(start, end)).toBe(quote)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
