import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { NONE } from '../intents/wordings.ts'
import { toolsOf } from '../tool.ts'
import { readWordings } from './read-wordings.ts'

const bySlug = Map.groupBy(readWordings(), ({ slug }) => slug)

test('every outcome that a plan may use has wordings, and so has what no outcome does', () => {
  const slugs = [...toolsOf(catalog).keys(), NONE]
  expect(slugs.filter((slug) => (bySlug.get(slug)?.length ?? 0) < 50)).toEqual([])
  expect([...bySlug.keys()].filter((slug) => !slugs.includes(slug))).toEqual([])
})

test('no outcome has the same wording twice', () => {
  const twice = [...bySlug].flatMap(([slug, list]) => {
    const seen = new Set<string>()
    return list
      .filter(({ text }) => seen.size === seen.add(text.toLowerCase()).size)
      .map(({ text }) => `${slug}: ${text}`)
  })
  expect(twice).toEqual([])
})

test('wordings hold no values', () => {
  expect(readWordings().filter(({ text }) => /https?:\/\/\w|\{\w/.test(text))).toEqual([])
})
