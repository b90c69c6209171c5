import { expect, test } from 'vitest'

import { NODE_ENVIRONMENT, NODE_FLAGS } from '#shared/process/node-flags.ts'

import { read } from './source-files.ts'

// Safe: our own package.json.
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Compiled code is kept between starts: a quicker start, and 20 MB that stripping types would take. */
const CACHED = 'NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-node_modules/.cache/node}'
const ARENAS = `MALLOC_ARENA_MAX=\${MALLOC_ARENA_MAX:-${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}}`

test('an ingress and a worker are started by npm as by the playground', () => {
  expect(scripts['ingress']).toBe(`${ARENAS} ${CACHED} exec node ${NODE_FLAGS.join(' ')} ingress/main.ts`)
  expect(scripts['worker']).toBe(`${ARENAS} ${CACHED} exec node ${NODE_FLAGS.join(' ')} workers/main.ts`)
})

test('every long-running script is exec, so that a signal reaches the process itself', () => {
  for (const name of ['start', 'ingress', 'worker', 'migrate']) expect(scripts[name]).toMatch(/(?:^| )exec node /)
})

test('LiteSVM brings no second copy of @solana/kit: only its native module is loaded', () => {
  // Safe: npm's own file.
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> }
  expect(Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/litesvm/'))).toEqual([])
})
