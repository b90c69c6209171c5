import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { applyPatch, type PatchOperation } from './apply-patch.ts'

const patched = (document: unknown, ...patch: PatchOperation[]) => {
  const answer = applyPatch(document, patch)
  return 'value' in answer ? answer.value : answer.problem.kind
}

describe('a JSON Patch', () => {
  // The cases of RFC 6902, appendix A, in our own words.
  test.each<[string, unknown, PatchOperation[], unknown]>([
    ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['adds an element', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['adds at the end', [1], [{ op: 'add', path: '/-', value: [2] }], [1, [2]]],
    ['removes a member', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
    ['removes an element', [1, 2, 3], [{ op: 'remove', path: '/1' }], [1, 3]],
    ['replaces', { a: [1] }, [{ op: 'replace', path: '/a/0', value: null }], { a: [null] }],
    ['replaces the whole', 1, [{ op: 'replace', path: '', value: { a: 1 } }], { a: 1 }],
    ['moves', { a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
    ['moves an element', [1, 2, 3], [{ op: 'move', from: '/0', path: '/2' }], [2, 3, 1]],
    [
      'copies',
      { a: [1] },
      [
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/b/-', value: 2 },
      ],
      { a: [1], b: [1, 2] },
    ],
    [
      'tests without regard to order',
      { a: { x: 1, y: 2 } },
      [{ op: 'test', path: '/a', value: { y: 2, x: 1 } }],
      { a: { x: 1, y: 2 } },
    ],
    [
      'unescapes names',
      { 'a/b': 1, 'm~n': 2 },
      [
        { op: 'replace', path: '/a~1b', value: 3 },
        { op: 'remove', path: '/m~0n' },
      ],
      { 'a/b': 3 },
    ],
  ])('%s', (_, document, patch, expected) => {
    const before = structuredClone(document)
    expect(patched(document, ...patch)).toEqual(expected)
    expect(document).toEqual(before)
  })

  test.each<[string, unknown, PatchOperation]>([
    ['nothing is there', {}, { op: 'remove', path: '/a' }],
    ['the parent is missing', {}, { op: 'add', path: '/a/b', value: 1 }],
    ['the index is beyond the end', [1], { op: 'add', path: '/2', value: 1 }],
    ['the index has a leading zero', [1], { op: 'replace', path: '/00', value: 1 }],
    ['it is no pointer', {}, { op: 'add', path: 'a', value: 1 }],
    ['its tilde stands for nothing', { a: 1 }, { op: 'add', path: '/~2', value: 1 }],
    ['it would move into itself', { a: {} }, { op: 'move', from: '/a', path: '/a/b' }],
    ['the parent is a text', { a: 'text' }, { op: 'add', path: '/a/0', value: 1 }],
  ])('is impossible where %s', (_, document, operation) => {
    expect(patched(document, operation)).toBe('impossible')
  })

  test('changes nothing when its last operation fails, and says which', () => {
    const document = { n: 1 }
    const patch: PatchOperation[] = [
      { op: 'replace', path: '/n', value: 2 },
      { op: 'test', path: '/n', value: 3 },
    ]
    expect(applyPatch(document, patch)).toEqual({
      problem: { index: 1, kind: 'test_failed', message: expect.any(String) },
    })
    expect(document).toEqual({ n: 1 })
  })

  test('never makes copies of copies without end', () => {
    const double: PatchOperation[] = Array.from({ length: 60 }, () => ({ op: 'copy', from: '', path: '/-' }))
    expect(patched([1, 2, 3], ...double)).toBe('impossible')
  })

  test('touches no prototype', () => {
    expect(patched({}, { op: 'add', path: '/__proto__/polluted', value: true })).toBe('impossible')
    expect(patched({}, { op: 'add', path: '/constructor/prototype/polluted', value: true })).toBe('impossible')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('is applied or refused, whatever it is', () => {
    const pointer = fc.oneof(fc.constantFrom('', '/', '/a', '/a/b', '/-', '/0', '/1'), fc.string())
    const operation = fc.record({
      op: fc.constantFrom<PatchOperation['op']>('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: pointer,
      from: pointer,
      value: fc.jsonValue(),
    })
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(operation, { maxLength: 8 }), (document, patch) => {
        const answer = applyPatch(document, patch)
        expect('value' in answer ? JSON.stringify(answer.value) : answer.problem.kind).toEqual(expect.any(String))
      }),
    )
  })
})
