import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseConfig } from './config.ts'
import { openRoot, rootOf, sealRoot } from './server-root.ts'

const OLD = 'old-secret-old-secret-old-secret-0123'
const NEW = 'new-secret-new-secret-new-secret-0123'
const env = { DATABASE_URL: 'postgres://h/d' }

test('one root is opened by each secret it was sealed for, and by no other', () => {
  const [former, current] = [sealRoot(OLD, 'the root'), sealRoot(NEW, 'the root')]
  expect([openRoot(OLD, former), openRoot(NEW, current)]).toEqual(['the root', 'the root'])
  expect([openRoot(OLD, current), openRoot(NEW, former)]).toEqual([null, null])
})

test('any other text, and a sealed root that was changed, opens nothing', () => {
  const sealed = sealRoot(NEW, 'the root')
  const changed = fc
    .tuple(fc.nat({ max: sealed.length - 1 }), fc.constantFrom('A', 'z', '-'))
    .map(([at, letter]) => sealed.slice(0, at) + letter + sealed.slice(at + 1))
    // The last letter holds bits that are no part of the bytes.
    .filter((text) => text.slice(0, -1) !== sealed.slice(0, -1))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        changed,
        fc.nat({ max: 40 }).map((left) => sealed.slice(0, left)),
      ),
      (text) => {
        expect(openRoot(NEW, text)).toBeNull()
      },
    ),
  )
})

test('without a sealed root the secret is the root itself', () => {
  expect(rootOf(OLD, undefined)).toBe(OLD)
  expect(parseConfig({ ...env, SERVER_SECRET: OLD }).SERVER_SECRET).toBe(OLD)
})

test('after a rotation all is derived from the same root, and the secret that was rotated out is one clear line', () => {
  const SERVER_ROOT = sealRoot(NEW, OLD)
  expect(parseConfig({ ...env, SERVER_SECRET: NEW, SERVER_ROOT }).SERVER_SECRET).toBe(OLD)
  expect(() => parseConfig({ ...env, SERVER_SECRET: OLD, SERVER_ROOT })).toThrow(
    /^ {2}SERVER_ROOT {2}is not opened by SERVER_SECRET: the secret was rotated out, .*\n1 setting is wrong; nothing was started\.$/,
  )
})
