import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { publicId } from '../public-id.ts'
import { transitionFor } from '../purchases/transitions.rules.ts'
import type { CardSnapshot } from './card-snapshot.ts'
import { changesOf, differenceOf } from './judge-card.ts'

const PRICE = 1_000
const PURCHASE = '019a0000-0000-7000-8000-000000000001'

const paid: CardSnapshot = {
  intentId: 'pi_1',
  status: 'succeeded',
  amountCents: PRICE,
  receivedCents: PRICE,
  currency: 'usd',
  isLive: false,
  purchaseId: publicId('pur', PURCHASE),
  decline: null,
  refundedCents: 0,
  processorFeeCents: 0,
  refunds: [],
  disputes: [],
  isWarned: false,
}
const dispute = (status: string, amountCents = PRICE) => ({
  id: 'dp',
  amountCents,
  feeCents: 1_500,
  reason: 'fraudulent',
  status,
  respondBy: null,
  openedAt: new Date(0),
})

type Sale = Parameters<typeof changesOf>[0]

/** Makes the changes of a sale as the table of transitions allows them. */
function after(sale: Sale, snapshot: CardSnapshot): Sale {
  let { status, refundedCents } = sale
  for (const change of changesOf(sale, snapshot)) {
    const row = transitionFor(
      { status, deliveryStatus: 'delivered', expiresAt: null },
      change.event,
      'platform',
      new Date(),
    )
    if (row?.of !== 'status') throw new Error(`${change.event} does not follow ${status}`)
    status = row.to
    refundedCents = change.refundedCents
    const fits = status === 'refunded' ? PRICE : status === 'paid' ? 0 : refundedCents
    if (refundedCents !== fits) throw new Error(`${status} with ${refundedCents} given back`)
    if (status === 'partially_refunded' && (refundedCents === 0 || refundedCents === PRICE))
      throw new Error('not a part')
  }
  return { ...sale, status, refundedCents }
}
const fresh: Sale = { status: 'paid', priceCents: PRICE, refundedCents: 0 }

describe('the changes of a sale by card', () => {
  test.each([
    ['nothing', paid, 'paid', 0],
    ['a refund of a part', { ...paid, refundedCents: 300 }, 'partially_refunded', 300],
    ['a whole refund', { ...paid, refundedCents: PRICE }, 'refunded', PRICE],
    ['an inquiry of the bank', { ...paid, disputes: [dispute('warning_needs_response')] }, 'paid', 0],
    ['an open dispute', { ...paid, disputes: [dispute('under_review')] }, 'disputed', 0],
    ['a won dispute', { ...paid, disputes: [dispute('won')] }, 'paid', 0],
    ['a lost dispute', { ...paid, disputes: [dispute('lost')] }, 'refunded', PRICE],
    ['a lost dispute of a part', { ...paid, disputes: [dispute('lost', 400)] }, 'partially_refunded', 400],
    ['a refund and a lost rest', { ...paid, refundedCents: 400, disputes: [dispute('lost', 600)] }, 'refunded', PRICE],
  ] as const)('%s', (_, snapshot, status, refundedCents) => {
    expect(after(fresh, snapshot)).toEqual({ ...fresh, status, refundedCents })
  })

  test('whatever was seen on the way, and however often, the end is that of the last look', () => {
    // What a processor shows at a time: it refunds more and more, and decides its dispute once.
    const history = fc
      .record({
        first: fc.integer({ min: 0, max: 500 }),
        more: fc.integer({ min: 0, max: 500 }),
        verdict: fc.constantFrom('won', 'lost', null),
      })
      .map(({ first, more, verdict }) => {
        const open = verdict === null ? [] : [dispute('needs_response', PRICE - first)]
        const decided = verdict === null ? [] : [dispute(verdict, PRICE - first)]
        const last = verdict === 'lost' ? first : first + more
        return [
          paid,
          { ...paid, refundedCents: first },
          { ...paid, refundedCents: first, disputes: open },
          { ...paid, refundedCents: first, disputes: decided },
          { ...paid, refundedCents: last, disputes: decided },
        ]
      })
    fc.assert(
      fc.property(history, fc.array(fc.nat({ max: 4 }), { maxLength: 8 }), (seen, looks) => {
        // Looks go forward: a later read counts, an earlier one does not.
        const order = [...looks.toSorted((a, b) => a - b), 4, 4]
        const end = order.reduce((sale, nth) => after(sale, seen[nth] ?? paid), fresh)
        expect(end).toEqual(after(fresh, seen[4] ?? paid))
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['livemode_differs', { isLive: true }],
  ['purchase_differs', { purchaseId: 'pur_other' }],
  ['purchase_differs', { purchaseId: null }],
  ['currency_differs', { currency: 'eur' }],
  ['amount_differs', { amountCents: PRICE + 1 }],
  ['received_differs', { receivedCents: PRICE - 1 }],
  [null, {}],
])('a payment that is not the one that was agreed: %s', (why, change) => {
  expect(
    differenceOf({ ...paid, ...change }, { named: publicId('pur', PURCHASE), amountCents: PRICE, isLive: false }),
  ).toBe(why)
})
