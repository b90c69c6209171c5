import { expect, test } from 'vitest'

import { nearestOf } from './nearest.ts'

const words = (text: string) => new Set(text.split(' '))
const nearest = nearestOf([
  { slug: 'weather', features: words('is it going to rain') },
  { slug: 'weather', features: words('rain in the afternoon') },
  { slug: 'news', features: words('what is in the news') },
])

test('an outcome one of whose wordings a goal repeats is nearest to it', () => {
  const near = nearest(words('is it going to rain'))
  expect(near.get('weather')).toBeGreaterThan(near.get('news') ?? 1)
  expect(near.get('weather')).toBeLessThanOrEqual(1)
})

test('a rare word tells more than one that many wordings have', () => {
  const near = nearest(words('is rain'))
  expect(near.get('weather')).toBeGreaterThan(near.get('news') ?? 1)
})

test('a goal without a known word is near nothing', () => {
  expect(nearest(words('zebra')).size).toBe(0)
  expect(nearest([]).size).toBe(0)
})
