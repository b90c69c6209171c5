import { describe, expect, test } from 'vitest'

import { isWord } from './is-word.ts'
import { dehyphenate } from './dehyphenate.ts'

describe('pdf-extract: words broken at line ends', () => {
  test.each([
    ['the settle-\nment is final', 'the settlement is final'],
    ['it was proces-\nsing calls', 'it was processing calls'],
    ['Infor-\nmation', 'Information'],
    ['unzweifel\u00ad\nhaft', 'unzweifelhaft'],
    ['a well-\nknown fact', 'a well-\nknown fact'],
    ['the 2019-\nish one', 'the 2019-\nish one'],
    ['no breaks', 'no breaks'],
    ['Foo-\nBar', 'Foo-\nBar'],
  ])('%j becomes %j', (broken, joined) => {
    expect(dehyphenate(broken, isWord)).toBe(joined)
  })

  test('a word the text has unbroken elsewhere is known, whatever its language', () => {
    expect(dehyphenate('Rechnungs-\nlegung und Rechnungslegung', () => false)).toBe(
      'Rechnungslegung und Rechnungslegung',
    )
  })
})
