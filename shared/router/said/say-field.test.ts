import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { bind } from '../plan/bind.ts'
import { settle } from '../plan/fan-out.ts'
import { toolsOf } from '../tool.ts'
import { readAll } from '../values/known.ts'
import { SENTENCES } from './sentences.rules.ts'

const tools = toolsOf(catalog)
const now = new Date('2026-11-28T00:00:00Z')

const lines = SENTENCES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', value = '', ...goal] = line.split(' | ')
    const [slug = '', field = ''] = name.split('.')
    return { name, slug, field, value, goal: goal.join(' | ') }
  })

describe('a goal says what a field is to be', () => {
  test.each([...Map.groupBy(lines, ({ slug }) => slug)])('of %s', (slug, said) => {
    const tool = tools.get(slug)
    const read = said.map(({ name, field, goal }) => {
      const known = readAll(goal, '', now)
      const inputs = tool === undefined ? {} : bind(tool, known, [], tools, new Map()).inputs
      if (tool !== undefined) settle(tool, inputs, known)
      return [name, JSON.stringify(inputs[field]) ?? '-', goal].join(' | ')
    })
    expect(read).toEqual(said.map(({ name, value, goal }) => [name, canonical(value), goal].join(' | ')))
  })
})

const canonical = (value: string) => (value === '-' ? value : JSON.stringify(JSON.parse(value)))
