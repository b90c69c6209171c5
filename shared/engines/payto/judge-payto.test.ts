import { describe, expect, test } from 'vitest'

import { judgePayto, normalAddress, type Sample } from './judge-payto.ts'
import { readSample, textsOf } from './read-sample.ts'

const EVM = '0x209693bc6afc0c5328ba36faf03c514ef312287c'
const OTHER = '0x000000000000000000000000000000000000dead'
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const paid = (address = EVM, amount = '10000'): Sample => ({
  status: 402,
  options: [{ network: 'eip155:8453', address, amount, asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' }],
})
const judge = (samples: Sample[], more: Partial<Parameters<typeof judgePayto>[0]> = {}) => {
  const { verdict, ...rest } = judgePayto({
    input: {},
    samples,
    expected: [],
    history: null,
    declared: null,
    nowMs,
    ...more,
  })
  return { ...rest, decision: verdict.decision, codes: verdict.reasons.map(({ code }) => code) }
}
const earlier = (address: string, amount: string, days: number) => ({
  observations: 3,
  earlier: [
    {
      network: 'eip155:8453',
      address,
      amount,
      asset: null,
      lastSeen: new Date(nowMs - days * 86_400_000).toISOString(),
    },
  ],
})

describe('a payTo', () => {
  test('that every probe agrees on is stable', () => {
    expect(judge([paid(), paid(), paid()])).toMatchObject({ decision: 'allow', stable: true, matches: null })
  })

  test('that changes between probes blocks, unless the merchant declares the set', () => {
    expect(judge([paid(), paid(OTHER)])).toMatchObject({ decision: 'block', stable: false, codes: ['payto_rotates'] })
    expect(judge([paid(), paid(OTHER)], { declared: [EVM.toUpperCase().replace('0X', '0x'), OTHER] })).toMatchObject({
      decision: 'review',
      codes: ['payto_rotates_declared'],
    })
  })

  test('is compared with an expectation without regard to case, and by kind of network', () => {
    expect(judge([paid()], { expected: ['0x209693Bc6afc0C5328bA36FaF03C514EF312287C'] })).toMatchObject({
      decision: 'allow',
      matches: true,
    })
    expect(judge([paid()], { expected: [OTHER] })).toMatchObject({
      decision: 'block',
      matches: false,
      codes: ['payto_mismatch'],
    })
    expect(judge([paid()], { expected: ['7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs'] })).toMatchObject({
      matches: false,
    })
    expect(
      judge(
        [
          {
            status: 402,
            options: [...(paid().options ?? []), { network: 'solana:x', address: 'So1', amount: '1', asset: null }],
          },
        ],
        { expected: [EVM] },
      ),
    ).toMatchObject({ matches: true })
  })

  test('that was another one this week is worth a look, with another price it blocks', () => {
    expect(judge([paid()], { history: { observations: 1, earlier: [] } })).toMatchObject({
      decision: 'allow',
      codes: ['first_observation'],
    })
    expect(judge([paid()], { history: earlier(OTHER, '10000', 1) })).toMatchObject({
      decision: 'review',
      codes: ['payto_changed'],
    })
    expect(judge([paid()], { history: earlier(OTHER, '500', 1) })).toMatchObject({
      decision: 'block',
      codes: ['payto_and_price_changed'],
    })
    expect(judge([paid()], { history: earlier(OTHER, '500', 8) })).toMatchObject({ decision: 'allow', codes: [] })
  })

  test('that is not there, or not always, is worth a look', () => {
    expect(judge([{ status: 200, options: null }])).toMatchObject({
      decision: 'review',
      codes: ['not_paywalled'],
      stable: false,
    })
    expect(judge([paid(), { status: null, options: null }])).toMatchObject({
      decision: 'review',
      codes: ['sample_differs'],
    })
    expect(judge([paid(EVM, '1'), paid(EVM, '2')])).toMatchObject({ decision: 'review', codes: ['price_changes'] })
  })
})

describe('a probe’s answer', () => {
  const option = {
    scheme: 'exact',
    network: 'base',
    payTo: EVM.toUpperCase().replace('0X', '0x'),
    maxAmountRequired: '10000',
    asset: OTHER,
  }

  test('is read from the header of version 2 and the body of version 1', () => {
    const body = Buffer.from(JSON.stringify({ x402Version: 1, accepts: [option] }))
    expect(readSample(402, {}, body)).toEqual([{ network: 'eip155:8453', address: EVM, amount: '10000', asset: OTHER }])
    const header = Buffer.from(
      JSON.stringify({ x402Version: 2, accepts: [{ ...option, network: 'eip155:8453', amount: '7' }] }),
    ).toString('base64')
    expect(readSample(402, { 'payment-required': header }, Buffer.from('{}'))).toMatchObject([
      { amount: '7', address: EVM },
    ])
  })

  test.each([
    ['another status', 200, '{}'],
    ['no JSON', 402, '<html>'],
    ['no accepts', 402, '{"accepts":[]}'],
    ['nonsense', 402, '{"accepts":[null,1,{"payTo":5}]}'],
  ])('with %s is none', (_, status, body) => {
    expect(readSample(status, {}, Buffer.from(body))).toBe(null)
  })

  test('of a well-known document gives its texts', () => {
    expect(textsOf(JSON.stringify({ a: [{ payTo: EVM }], b: OTHER })).toSorted()).toEqual([OTHER, EVM].toSorted())
    expect(textsOf('not json')).toEqual([])
    expect(normalAddress(' 0xABCDEF0000000000000000000000000000000000 ')).toBe(
      '0xabcdef0000000000000000000000000000000000',
    )
  })
})
