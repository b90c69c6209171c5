import { expect, test } from 'vitest'

import { NODE_FLAGS } from '#shared/process/node-flags.ts'

import { read } from './source-files.ts'

// Safe: our own package.json.
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test('an ingress and a worker are started by npm as by the playground', () => {
  expect(scripts['ingress']).toBe(`exec node ${NODE_FLAGS.join(' ')} ingress/main.ts`)
  expect(scripts['worker']).toBe(`exec node ${NODE_FLAGS.join(' ')} workers/main.ts`)
})

test('every long-running script is exec, so that a signal reaches the process itself', () => {
  for (const name of ['start', 'ingress', 'worker', 'migrate']) expect(scripts[name]).toMatch(/^exec node /)
})
