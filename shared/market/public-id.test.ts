import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { page } from './paging.ts'
import { publicId, uuidOf } from './public-id.ts'
import { requireOwner } from './users/require-owner.ts'

const ID = '01939f3e-7a5b-7c3d-8e9f-0123456789ab'

describe('a public id', () => {
  test('is its kind and the UUID, and is read back', () => {
    expect(publicId('lst', ID)).toBe('lst_01939f3e7a5b7c3d8e9f0123456789ab')
    expect(uuidOf('lst', publicId('lst', ID))).toBe(ID)
    expect(uuidOf('lst', ID)).toBe(ID)
  })

  test.each([
    '',
    'lst_',
    publicId('usr', ID),
    `${publicId('lst', ID)}0`,
    publicId('lst', ID).toUpperCase(),
    ID.replaceAll('-', ''),
    "lst_' or 1=1",
  ])('%j is no id of a listing', (text) => {
    expect(uuidOf('lst', text)).toBeNull()
  })

  test('of any text is a UUID or null', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(uuidOf('usr', text) ?? ID).toMatch(/^[0-9a-f-]{36}$/)
      }),
    )
  })
})

describe('the owner check', () => {
  const actor = {
    userId: 'a',
    accountId: 'a',
    username: 'ann',
    isAgent: false,
    credential: { kind: 'session', id: 's' },
    scopes: [],
  } as const

  test('gives the record to its owner', () => {
    const record = { ownerId: 'a', isPublic: false, title: 'x' }
    expect(requireOwner(actor, record, 'listing')).toBe(record)
  })

  test('is 403 for what everybody may see, and 404 for what is private or not there, alike', () => {
    const codeOf = (record: { ownerId: string; isPublic: boolean } | null) => {
      try {
        return requireOwner(actor, record, 'listing')
      } catch (error) {
        return error
      }
    }
    expect(codeOf({ ownerId: 'b', isPublic: true })).toMatchObject({ code: 'forbidden' })
    expect(codeOf({ ownerId: 'b', isPublic: false })).toEqual(codeOf(null))
    expect(codeOf(null)).toMatchObject({ code: 'not_found' })
  })
})

test.each([
  [{ limit: 2, offset: 0 }, ['a', 'b'], 5, { next_offset: 2, has_more: true }],
  [{ limit: 2, offset: 4 }, ['e'], 5, { next_offset: null, has_more: false }],
  [{ limit: 2, offset: 9 }, [], 5, { next_offset: null, has_more: false }],
])('a page of listings by %j says where the next one starts', (slice, items, total, expected) => {
  expect(page(items, total, slice)).toMatchObject({ ...expected, items, total })
})
