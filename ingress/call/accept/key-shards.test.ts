import { expect, test } from 'vitest'

import { KeyShards } from './key-shards.ts'

test('the shard of a key is learned with its account, and a rotated key has the shard of the key before', () => {
  const shards = new KeyShards(4)
  expect(shards.of('first')).toBeNull()
  shards.learn('first', '1006')
  shards.learn('rotated', '1006')
  shards.learn('another', '1007')
  expect(['first', 'rotated', 'another', 'unknown'].map((key) => shards.of(key))).toEqual([2, 2, 3, null])
})

test('with one shard there is nothing to learn', () => {
  expect(new KeyShards(1).of('unknown')).toBe(0)
})
