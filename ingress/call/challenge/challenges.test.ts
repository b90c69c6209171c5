import { expect, test } from 'vitest'

import { hashText } from '#shared/outcomes/builder/hash-text.ts'
import { catalogOf } from '#shared/catalog/catalog.ts'
import { createLog } from '#shared/log.ts'
import { definePack } from '#shared/outcomes/pack.ts'

import { discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import { Challenges } from './challenges.ts'

const { config } = discoveryDeps()

test('the 402 of an outcome is made when it is first asked for, with the schema of its input', () => {
  const [entry] = catalogOf([definePack({ name: 'p', purpose: 'p', dayPass: false, outcomes: [hashText] })]).values()
  if (entry === undefined) throw new Error('a pack of one outcome has one entry')
  let looked = 0
  const outcome = {
    ...entry.outcome,
    get input() {
      looked += 1
      return entry.outcome.input
    },
  }
  const forSale = new Map([[outcome.slug, { ...entry, outcome }]])
  const challenges = new Challenges({ config, forSale, log: createLog('silent') })
  const challenge = challenges.for({ slug: outcome.slug })
  expect(looked).toBe(0)
  const bodies = [challenge?.('req_1').body, challenge?.('req_2').body].map(String)
  expect(bodies.every((body) => body.includes('"bazaar"'))).toBe(true)
  expect(looked).toBe(1)
  challenges.stop()
})
