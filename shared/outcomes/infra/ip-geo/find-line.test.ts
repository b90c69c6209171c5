import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { findLine } from './find-line.ts'
import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { missingData, OPTIONAL_DATA } from '#shared/engines/embedded/optional-data.ts'

const fileOf = (text: string) => {
  const bytes = Buffer.from(text)
  return {
    size: bytes.length,
    read: (position: number, length: number) => bytes.subarray(position, position + length),
    close: () => {},
  }
}

test('ip-geo: halving finds the same line as reading all of them, whatever the lines and whatever is sought', () => {
  const rest = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(5_000), { maxLength: 60 }),
      fc.array(rest, { minLength: 60, maxLength: 60 }),
      fc.nat(5_100),
      (keys, rests, sought) => {
        const lines = keys.toSorted((one, other) => one - other).map((key, index) => `${key},${rests[index] ?? ''}`)
        const keyOf = (line: string) => Number(line.slice(0, line.indexOf(',')))
        const expected = lines.findLast((line) => keyOf(line) <= sought) ?? null
        for (const end of ['', '\n']) {
          const file = fileOf(lines.join('\n') + (lines.length === 0 ? '' : end))
          expect(findLine(file, (line) => keyOf(line) - sought)).toBe(expected)
        }
      },
    ),
  )
})

test('ip-geo: a package that is installed is found with its version, another is not', () => {
  expect(findPackage('zod')).toMatchObject({ name: 'zod', version: expect.stringMatching(/^\d+\./) })
  expect(findPackage('@farebox/never-published')).toBeNull()
  expect(findPackage('../../../etc')).toBeNull()
})

test('ip-geo: this installation has every data package, as a plain install does', () => {
  expect(missingData()).toEqual([])
  expect(Object.keys(OPTIONAL_DATA)).toEqual(Object.keys(OPTIONAL_DATA).toSorted())
})
