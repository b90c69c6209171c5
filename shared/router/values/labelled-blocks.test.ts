import { expect, test } from 'vitest'
import { assert, property, string } from 'fast-check'

import { labelledBlocks } from './labelled-blocks.ts'
import { readInput } from './read-input.ts'
import { requestLine } from './request-line.ts'

test('what stands under each label is its value, over several lines too', () => {
  expect(labelledBlocks('LONG:\nFirst line.\nBudget: 400 EUR.\n\nSHORT:\nOne line.')).toEqual({
    long: 'First line.\nBudget: 400 EUR.',
    short: 'One line.',
  })
  expect(labelledBlocks('body: {\n  "total": 49\n}\nshared secret: whk_1\nx-signature: ab12')).toEqual({
    body: '{\n  "total": 49\n}',
    shared_secret: 'whk_1',
    x_signature: 'ab12',
  })
  expect(labelledBlocks('=== draft ===\n{"a": "}"}\n=== final ===\n{"a": 2}')).toEqual({
    draft: '{"a": "}"}',
    final: '{"a": 2}',
  })
})

test('a text that is not made of labels alone has no blocks', () => {
  for (const text of [
    'Two drafts follow.\nA: one\nB: two',
    'Price: 40 EUR\nIt is due on Friday.',
    'note: a\nnote: b',
    'lonely: one',
    'empty:\nother:\n1',
  ])
    expect(labelledBlocks(text)).toBeUndefined()
})

test('any text is read: each block stands in it', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 200 }), string({ maxLength: 80 }), (one, other) => {
      const text = `a:\n${one}\nb:\n${other}`
      for (const block of Object.values(labelledBlocks(text) ?? {})) expect(text).toContain(block)
      requestLine(`POST https://x.example.org ${one}`)
    }),
  )
})

test('a call that is written out has a method, an address and a body', () => {
  expect(requestLine('POST https://api.example.org/v2/up with {"scale":2}')).toEqual({
    method: 'POST',
    url: 'https://api.example.org/v2/up',
    body: { scale: 2 },
  })
  expect(requestLine('GET https://api.example.org/tides')).toEqual({
    method: 'GET',
    url: 'https://api.example.org/tides',
  })
  for (const text of [
    'POST /v1/refunds',
    'POST https://x.example.org with {broken',
    'Please POST https://x.example.org',
  ])
    expect(requestLine(text)).toBeUndefined()
})

test('a document in YAML is none of labelled blocks', () => {
  const spec = 'openapi: 3.1.0\ninfo: {title: Tides}\npaths:\n  /v1:\n    get: {operationId: now}\n'
  expect(readInput(spec).document).toMatchObject({ openapi: '3.1.0' })
})
