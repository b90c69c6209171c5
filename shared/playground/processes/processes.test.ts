import { expect, test } from 'vitest'

import { nodeProgram } from './processes.ts'

const graceMs = (env: Record<string, string>) =>
  nodeProgram({ root: '/', env, logOf: (name) => name }, 'ingress', 'ingress/main.ts').graceMs

test('a process has the time that its settings give it to end, and is killed a little later', () => {
  expect(graceMs({ DRAIN_MS: '0', SHUTDOWN_GRACE_MS: '5000' })).toBe(17_000)
  expect(graceMs({ DRAIN_MS: '60000', SHUTDOWN_GRACE_MS: '120000' })).toBe(192_000)
})

test('a setting that is no number, which no process starts with, still lets the playground end', () => {
  expect(graceMs({ DRAIN_MS: 'soon' })).toBe(12_000)
})
