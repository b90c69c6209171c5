import { expect, test, vi } from 'vitest'

import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

import type { ListingRow } from '../listing-row.ts'
import { listingManifest, type ListingManifest, signManifest } from './listing-manifest.ts'

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

test('the front matter of a content is read once: what it asks for is known by its SHA-256', async () => {
  // Safe: a manifest is made of these columns.
  const listing = {
    id: '019a0000-0000-7000-8000-000000000001',
    owner_id: '019a0000-0000-7000-8000-000000000002',
    listing_kind: 'skill',
    license_id: 'mit',
    version: 1,
  } as ListingRow
  const permissionsOf = async (sha256: string, tools: string) => {
    const content = `---\nname: a\nallowed-tools: ${tools}\n---\n`
    const file = { path: 'SKILL.md', sha256, bytes: 1, format: 'markdown', content } as const
    return (await listingManifest(listing, [file], 'https://farebox.example')).permissions
  }
  expect(await permissionsOf('once', 'Read')).toEqual(['Read'])
  expect(await permissionsOf('once', 'Bash')).toEqual(['Read'])
  expect(await permissionsOf('other', 'Bash')).toEqual(['Bash'])
})
