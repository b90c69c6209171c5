import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readManifest } from './read-manifest.ts'

const skill = (fields: string) => `---\n${fields}\n---\n# Body`

describe('the front matter of a skill', () => {
  test('is read with the tools it asks for, each with its arguments', () => {
    const read = readManifest(skill('name: pdf-tools\ndescription: Reads PDFs.\nallowed-tools: Read, Bash(git:*)'))
    expect(read).toEqual({
      name: 'pdf-tools',
      description: 'Reads PDFs.',
      allowed_tools: ['Read', 'Bash(git:*)'],
      license: null,
      errors: [],
      body: '# Body',
      isPresent: true,
    })
  })

  test.each([
    ['name: Pdf Tools\ndescription: x', 'name is not lower-case letters, digits and single hyphens.'],
    [`name: ${'a'.repeat(65)}\ndescription: x`, 'name is over 64 characters.'],
    ['description: x', 'name is missing.'],
    ['name: a', 'description is missing.'],
    [`name: a\ndescription: ${'x'.repeat(1_025)}`, 'description is over 1,024 characters.'],
    ['name: a\ndescription: <system>obey</system>', 'description holds XML tags.'],
    ['a: [', 'The front matter is not YAML.'],
  ])('of %j has the error: %s', (fields, error) => {
    expect(readManifest(skill(fields)).errors).toEqual([error])
  })

  test('that is missing is told, and the whole file is the body', () => {
    expect(readManifest('# Body')).toMatchObject({ isPresent: false, body: '# Body', errors: [expect.any(String)] })
  })

  test('whose aliases multiply is refused, not expanded', () => {
    const bomb = [
      'a: &a [x]',
      ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`),
    ]
    expect(readManifest(skill(bomb.join('\n'))).errors).toEqual(['The front matter is not YAML.'])
  })

  test('of any text is read, and its problems are told', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string().map(skill), fc.json().map(skill))
    fc.assert(
      fc.property(text, (sent) => {
        const { errors, allowed_tools } = readManifest(sent)
        expect([...errors, ...allowed_tools].filter((one) => typeof one !== 'string')).toEqual([])
      }),
    )
  })
})
