import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { NETWORK_ROWS, needsTheWorld, WITHOUT_ROW } from '../bench/network/rows.ts'
import { OUTCOMES } from './document.ts'

test('every outcome that needs the world has its row in the bench, or a reason why not', () => {
  const wanted = [...catalog.keys()].filter((slug) => needsTheWorld(OUTCOMES[slug]?.kind))
  expect([...Object.keys(NETWORK_ROWS), ...Object.keys(WITHOUT_ROW)].toSorted()).toEqual(wanted.toSorted())
})
