import { expect, test } from 'vitest'

import { readQuery } from './read-query.ts'

test('a parameter is a text, and a list when it was sent again', () => {
  expect({ ...readQuery('a=1&b=&a=2&a=3&c=%2B+') }).toEqual({ a: ['1', '2', '3'], b: '', c: '+ ' })
})

test('a name that objects have of themselves is a parameter like any other', () => {
  expect(Object.entries(readQuery('__proto__=1&constructor=2'))).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})

test('a query of more than a hundred parameters is refused, whether they have one name or many', () => {
  const of = (nameOf: (nth: number) => string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${nameOf(nth)}=1`).join('&')
  expect(readQuery(of(() => 'a', 100))['a']).toHaveLength(100)
  for (const nameOf of [() => 'a', (nth: number) => `a${nth}`])
    expect(() => readQuery(of(nameOf, 101))).toThrow(expect.objectContaining({ code: 'bad_request' }))
})
