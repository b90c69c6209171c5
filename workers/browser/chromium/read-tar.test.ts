import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { attempt } from '#test/support/attempt.ts'

import { readTar } from './read-tar.ts'

function entry(name: string, content: string, kind = '0'): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(512)
  head.write(name, 0, 'latin1')
  head.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124, 'latin1')
  head.write(kind, 156, 'latin1')
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

const END = Buffer.alloc(1_024)
const names = (archive: Buffer) => [...readTar(archive)].map(({ name, bytes }) => [name, bytes.toString()])

describe('an archive', () => {
  test('gives its files in order and leaves out its folders', () => {
    const archive = Buffer.concat([entry('lib/', '', '5'), entry('lib/a.so', 'A'.repeat(600)), entry('b', ''), END])
    expect(names(archive)).toEqual([
      ['lib/a.so', 'A'.repeat(600)],
      ['b', ''],
    ])
  })

  test.each(['../outside', '/etc/passwd', 'lib/../../outside'])('that leads to %s is refused', (name) => {
    expect(() => names(Buffer.concat([entry(name, 'x'), END]))).toThrow('leads outside')
  })

  test('that is cut off is refused', () => {
    expect(() => names(entry('a', 'x'.repeat(600)).subarray(0, 800))).toThrow('cut off at a')
  })

  test('of any bytes ends in files or an error, never outside its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        const files = attempt(() => [...readTar(Buffer.from(bytes))])
        const isRight = files instanceof Error || files.every((file) => file.bytes.length <= bytes.length)
        expect(isRight).toBe(true)
      }),
    )
  })
})
