import { expect, test, vi } from 'vitest'

import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

import { type ListingManifest, signManifest } from './listing-manifest.ts'

const manifest = (title: string): ListingManifest => ({
  schema_version: '1.0',
  listing_id: 'lst_1',
  version: 1,
  kind: 'skill',
  name: 'a-skill',
  title,
  description: '',
  seller: { id: 'usr_1', username: 'ann' },
  entry: 'SKILL.md',
  files: [{ path: 'SKILL.md', sha256: 'a', bytes: 1 }],
  permissions: [],
  runtimes: ['generic'],
  license: { id: 'mit', spdx: 'MIT' },
  install: { url: 'https://farebox.example/install', query: ['target_runtime', 'target_environment'] },
})

test('one manifest is signed once, whoever asks for it how often', async () => {
  const sign = vi.fn<(statement: SignedStatement) => Promise<StatementSignature>>(async (statement) => ({
    signature: JSON.stringify(statement),
    key_id: 'k',
  }))
  const signed = await Promise.all(['A', 'A', 'A', 'B'].map((title) => signManifest(manifest(title), sign, 'keys')))
  await signManifest(manifest('A'), sign, 'keys')
  expect(sign).toHaveBeenCalledTimes(2)
  expect(new Set(signed.map(({ signature }) => signature.value)).size).toBe(2)
})
