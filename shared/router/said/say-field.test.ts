import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { bind } from '../plan/bind.ts'
import { settle } from '../plan/fan-out.ts'
import { planGoal } from '../plan/plan-goal.ts'
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

/** A goal of several wishes, and what fields of their steps are to be. */
const CHAINS: readonly [string, string, Record<string, unknown>][] = [
  [
    'find five web pages on heat pumps, then sum up the first in 80 words',
    '',
    { 'web-search.limit': 5, 'summarize-text.max_words': 80 },
  ],
  [
    'ten headlines about copper from the last two days, then translate them to German, formal tone',
    '',
    { 'news-headlines.limit': 10, 'news-headlines.max_age_hours': 48, 'translate-text.formality': 'formal' },
  ],
  [
    'search the web for three pages on Rust from this week and rank them, keep the best two',
    '',
    { 'web-search.limit': 3, 'web-search.freshness': 'week', 'rerank-passages.top_n': 2 },
  ],
  [
    "Ten web results for 'SQLite WAL mode', ordered by how well they answer: is it safe with several writers?",
    '',
    { 'web-search.limit': 10, 'rerank-passages.top_n': undefined },
  ],
  [
    'read pages 3 to 5 of this pdf, sum them up in 60 words and read it aloud as ogg',
    'https://x.example.org/a.pdf',
    { 'pdf-extract.pages': '3-5', 'summarize-text.max_words': 60, 'speech-synthesize.format': 'ogg' },
  ],
  [
    'top 5 HN stories, then a 50 word summary of the first one',
    '',
    { 'hn-headlines.limit': 5, 'summarize-text.max_words': 50 },
  ],
  [
    'busca cinco noticias sobre litio de esta semana y resúmelas en 60 palabras',
    '',
    { 'news-headlines.limit': 5, 'news-headlines.max_age_hours': 168, 'summarize-text.max_words': 60 },
  ],
  ['搜索三个关于固态电池的网页，然后用80字总结', '', { 'web-search.limit': 3, 'summarize-text.max_words': 80 }],
]

describe('a goal of several wishes', () => {
  test.each(CHAINS)('says what each is to have: %s', (goal, input, wanted) => {
    const planned = planGoal({ goal, input, maxSteps: 6, maxCents: 150, now }, tools)
    const steps = 'plan' in planned ? planned.plan.steps : []
    const inputOf = (name: string) => {
      const [slug, field = ''] = name.split('.')
      return steps.find((step) => step.slug === slug)?.inputs[field]
    }
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, inputOf(name)]))).toEqual(wanted)
  })

  test('asks for a picture of a page in each width that it names', () => {
    const goal = 'Show me how the start page looks on a 1440 px desktop and on a 390 px phone'
    const planned = planGoal({ goal, input: 'https://x.example.org/', maxSteps: 6, maxCents: 150, now }, tools)
    const steps = 'plan' in planned ? planned.plan.steps : []
    expect(steps.map(({ slug, inputs: { width, height } }) => [slug, width, height])).toEqual([
      ['screenshot', 1440, 800],
      ['screenshot', 390, 844],
    ])
  })
})

const canonical = (value: string) => (value === '-' ? value : JSON.stringify(JSON.parse(value)))
