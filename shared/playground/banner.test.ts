import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { banner } from './banner.ts'

const facts = {
  baseUrl: 'http://127.0.0.1:8402',
  adminToken: 'a',
  chains: { baseRpcUrl: 'http://127.0.0.1:1', solanaRpcUrl: 'http://127.0.0.1:2' },
  hasOwnDatabase: true,
  poolWarnings: [],
  seconds: '1.0',
}

test('its commands find this playground from any terminal, whatever folder it keeps its state in', () => {
  const usual = banner({ ...facts, stateFolder: resolve('.farebox') })
  expect(usual).toContain('   npm run -s cli -- wallet\n')
  expect(usual).not.toContain('DATA_DIR')
  const elsewhere = banner({ ...facts, stateFolder: "/tmp/it's here" })
  expect(elsewhere).toContain(String.raw`DATA_DIR='/tmp/it'\''s here' npm run -s cli -- wallet`)
  expect(elsewhere).toContain(String.raw`DATA_DIR='/tmp/it'\''s here' npm run -s cli -- call hash-text`)
})

test('it tells which pools are closed, and nothing of the kind when all are open', () => {
  const closed = 'pdf-extract stays closed on 1 worker: No namespaces here.'
  expect(banner({ ...facts, stateFolder: '/x', poolWarnings: [closed] })).toContain(`\n  ${closed}\n  See "Isolation"`)
  expect(banner({ ...facts, stateFolder: '/x' })).not.toContain('Isolation')
})
