import { execFileSync } from 'node:child_process'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { catalogOf } from '#shared/catalog/catalog.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'

import { firstCalls } from './first-calls.ts'

const outcome = (slug: string, cents: number, text = 'x') =>
  defineOutcome({
    slug,
    title: slug,
    description: slug,
    cents,
    input: z.object({ text: z.string() }),
    output: z.object({}),
    example: { input: { text }, output: {} },
    run: () => ({}),
  })
const catalogWith = (...outcomes: ReturnType<typeof outcome>[]) =>
  catalogOf([definePack({ name: 'p', purpose: 'p', dayPass: true, outcomes })])

describe('first calls', () => {
  test('are commands a shell reads as they are meant, whatever the example holds', () => {
    const text = `it's "quoted" $HOME \`id\` \\ !`
    const [, command = ''] = firstCalls(catalogWith(outcome('a', 1, text)), 'http://127.0.0.1:1', 'fb_test_tk_x')
    const argv = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
      encoding: 'utf8',
    }).split('\0')
    expect(argv).toContain('http://127.0.0.1:1/api/v1/outcomes/a')
    expect(argv).toContain('X-Service-Key: fb_test_tk_x')
    expect(JSON.parse(argv[argv.indexOf('-d') + 1] ?? '')).toEqual({ text })
  })

  test('start with the favourites, and cost less than a trial key has left', () => {
    const catalog = catalogWith(
      outcome('zz', 10),
      outcome('dear', 11),
      outcome('aa', 5),
      outcome('free', 0),
      outcome('hash-text', 1),
    )
    const slugs = firstCalls(catalog, '', 'k').map((command) => /outcomes\/(\S+)/.exec(command)?.[1])
    expect(slugs).toEqual(['balance/status', 'hash-text', 'aa'])
  })
})
