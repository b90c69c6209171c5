import fc from 'fast-check'
import { npmTopDownloads } from 'npm-high-impact'
import { describe, expect, test } from 'vitest'

import { popularPythonPackages } from '#shared/engines/skill/rules/packages.rules.ts'

import { typosquatOf } from './typosquat.ts'

describe('typosquatOf', () => {
  test.each([
    ['npm', 'loadsh', 'lodash'],
    ['npm', 'expresss', 'express'],
    ['PyPI', 'reqeusts', 'requests'],
    ['PyPI', 'Python_Dateutl', 'python-dateutil'],
  ] as const)('%s: %s passes for %s', async (ecosystem, name, known) => {
    expect(await typosquatOf(ecosystem, name)).toBe(known)
  })

  test.each([
    ['npm', 'lodash'],
    ['npm', 'chalk-next'],
    ['npm', '@types/nodee'],
    ['npm', 'gott'],
    ['PyPI', 'boto3'],
    ['Go', 'reqeusts'],
  ] as const)('%s: %s is a name of its own', async (ecosystem, name) => {
    expect(await typosquatOf(ecosystem, name)).toBeNull()
  })

  test('no popular name passes for another', async () => {
    for (const name of popularPythonPackages) expect(await typosquatOf('PyPI', name)).toBeNull()
    expect(new Set(popularPythonPackages).size).toBe(popularPythonPackages.length)
  })

  test('finds every name that is one letter off, whichever letter', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...popularPythonPackages.filter((name) => name.length > 6)),
        fc.nat(),
        fc.constantFrom('less', 'more', 'other', 'swapped'),
        async (name, random, how) => {
          const at = random % (name.length - 1)
          const [before, one, two, after] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)]
          const off = {
            less: `${before}${two}${after}`,
            more: `${before}${one}q${two}${after}`,
            other: `${before}q${two}${after}`,
            swapped: `${before}${two}${one}${after}`,
          }[how]
          fc.pre(/^[a-z\d](?:-?[a-z\d])+$/.test(off) && !popularPythonPackages.includes(off))
          expect(await typosquatOf('PyPI', off)).not.toBeNull()
        },
      ),
    ))

  test('knows the 5,000 most downloaded of npm', async () => {
    const last = npmTopDownloads.slice(0, 5_000).findLast((name) => /^[a-z]{12,}$/.test(name)) ?? ''
    expect(await typosquatOf('npm', `${last}q`)).toBe(last)
  })
})
