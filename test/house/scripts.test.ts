import { expect, test } from 'vitest'

import { DELIVER_ENVIRONMENT, DELIVER_FLAGS, flagsOf, NODE_ENVIRONMENT } from '#shared/process/node-flags.ts'

import { read } from './source-files.ts'

// Safe: our own package.json.
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Compiled code is kept between starts: a quicker start, and 20 MB that stripping types would take. */
const CACHED = 'NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-node_modules/.cache/node}'
const arenas = ({ MALLOC_ARENA_MAX: most }: { MALLOC_ARENA_MAX: string }) =>
  `MALLOC_ARENA_MAX=\${MALLOC_ARENA_MAX:-${most}}`

test('an ingress, a worker and a process of deliveries are started by npm as by the playground and the bench', () => {
  expect(scripts['ingress']).toBe(
    `${arenas(NODE_ENVIRONMENT)} ${CACHED} exec node ${flagsOf('ingress/main.ts').join(' ')} ingress/main.ts`,
  )
  expect(scripts['worker']).toBe(
    `${arenas(NODE_ENVIRONMENT)} ${CACHED} exec node ${flagsOf('workers/main.ts').join(' ')} workers/main.ts`,
  )
  expect(scripts['deliver']).toBe(
    `${arenas(DELIVER_ENVIRONMENT)} ${CACHED} exec node ${DELIVER_FLAGS.join(' ')} workers/deliver.ts`,
  )
})

test('every long-running script is exec, so that a signal reaches the process itself', () => {
  for (const name of ['start', 'ingress', 'worker', 'deliver', 'migrate'])
    expect(scripts[name]).toMatch(/(?:^| )exec node /)
})

test('LiteSVM brings no second copy of @solana/kit: only its native module is loaded', () => {
  // Safe: npm's own file.
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> }
  expect(Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/litesvm/'))).toEqual([])
})
