import { expect, test } from 'vitest'

import { fileLinks } from './file-links.ts'

const CALL = '019a9b7f-3c5e-7d2f-8a41-b6c0d9e8f712'
const links = fileLinks('s'.repeat(32), 'https://farebox.example')

test('a link opens its own call alone, until the time it names', () => {
  const { url, expires_at } = links.linkTo(CALL, new Date('2026-11-20T12:00:00Z'))
  const query = new URL(url).searchParams
  const [expires, signature] = [Number(query.get('expires')), query.get('signature') ?? '']
  expect(expires_at).toBe('2026-11-20T13:00:00.000Z')
  expect(expires * 1_000).toBe(Date.parse(expires_at))
  expect(links.isOurs(CALL, expires, signature)).toBe(true)
  expect(links.isOurs(CALL, expires + 1, signature)).toBe(false)
  expect(links.isOurs(CALL.replace('019a', '019b'), expires, signature)).toBe(false)
  expect(links.isOurs(CALL, expires, signature.slice(1))).toBe(false)
  expect(fileLinks('t'.repeat(32), 'https://farebox.example').isOurs(CALL, expires, signature)).toBe(false)
})
