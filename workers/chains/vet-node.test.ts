import { describe, expect, test } from 'vitest'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE, SOLANA } from '#shared/chains/networks.ts'

import { vetNode } from './vet-node.ts'

const says = (answer: unknown) => () => Promise.resolve(answer)
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

describe.each([
  ['base', { hash: REAL_GENESIS[BASE] }, { hash: `0x${'ab'.repeat(32)}` }],
  ['solana', REAL_GENESIS[SOLANA], DEVNET],
] as const)('%s', (chain, real, play) => {
  test('is the real one in production, and any but that elsewhere', async () => {
    await vetNode(chain, 'real', says(real))
    await vetNode(chain, 'play', says(play))
    await expect(vetNode(chain, 'play', says(real))).rejects.toMatchObject({ problem: 'wrong_chain' })
    await expect(vetNode(chain, 'real', says(play))).rejects.toMatchObject({ problem: 'wrong_chain' })
  })
})

test('a test network is itself and no other, in production too', async () => {
  for (const money of ['real', 'play'] as const) {
    await vetNode('base-sepolia', money, says('0x14a34'))
    await vetNode('solana-devnet', money, says(DEVNET))
    await expect(vetNode('base-sepolia', money, says('0x2105'))).rejects.toMatchObject({ problem: 'wrong_chain' })
    await expect(vetNode('solana-devnet', money, says(REAL_GENESIS[SOLANA]))).rejects.toMatchObject({
      problem: 'wrong_chain',
    })
  }
})

test.each(['base', 'base-sepolia', 'solana', 'solana-devnet'] as const)(
  'a node of %s that says nothing of its chain is not known',
  async (chain) => {
    for (const nothing of [null, '', {}, 7, [], { hash: '0x1' }])
      await expect(vetNode(chain, 'play', says(nothing))).rejects.toMatchObject({ problem: 'bad_response' })
  },
)
