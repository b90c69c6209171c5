import { setTimeout as pause } from 'node:timers/promises'

import { openAsker } from './asker.ts'
import type { Shop } from './market.ts'

/** What a buyer by card did and was told of one purchase. */
export type SeenCard = {
  id: string
  intentId: string
  isPaid: boolean
  isToldPaid: boolean
  isToldCanceled: boolean
  isRefundTaken: boolean
}

/** The card processor, as a card form and its dashboard reach it; null where it refuses. */
export type CardControl = (path: string, fields?: Record<string, string>) => Promise<Record<string, unknown> | null>

/** Reaches the playground's card processor with its secret key. */
export function openCardControl({ url, secretKey }: { url: string; secretKey: string }): CardControl {
  return async (path, fields = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
      body: new URLSearchParams(fields),
    }).catch(() => null)
    // Safe: every answer of the processor is a JSON object.
    const body = (await answer?.json().catch(() => null)) as Record<string, unknown> | null | undefined
    return answer?.ok === true ? (body ?? null) : null
  }
}

const DECLINED = '4000000000000002'
const GOOD = '4242424242424242'

/** What happens to the nth purchase of a buyer. */
const STORIES = [
  'paid',
  'declined first',
  'canceled while it is paid',
  'disputed and won',
  'refunded by the seller',
  'refunded in part at the processor',
  'disputed and lost',
  'canceled',
  'refunded twice at once',
] as const

/** Buys by card one after the other, each with a story of its own, and looks every second time until it is told that it is paid. */
export async function runCardBuyer(given: {
  addresses: () => string[]
  control: CardControl
  shops: readonly Shop[]
  session: Record<string, string>
  number: number
  until: number
  log: SeenCard[]
}): Promise<void> {
  const { control, shops, session, number, until, log } = given
  const asker = openAsker(given)
  const intend = async (shop: Shop) => {
    const sent = { headers: session, body: { listing_id: shop.listingId } }
    const answer = await asker.until('/api/purchases/intent', sent, [200, 409])
    return answer?.status === 200 ? answer.body : null
  }
  const pay = (intentId: string, card: string) => control(`/control/payment_intents/${intentId}/pay`, { number: card })
  for (let nth = 0; Date.now() < until; nth += 1) {
    await pause(100)
    const shop = shops[(number + nth) % shops.length]
    const story = STORIES[(number + nth) % STORIES.length]
    const intent = shop === undefined ? null : await intend(shop)
    if (shop === undefined || intent === null) continue
    const id = String(intent['purchase_id'])
    const [intentId = ''] = String(intent['client_secret']).split('_secret_')
    const seen: SeenCard = {
      id,
      intentId,
      isPaid: false,
      isToldPaid: false,
      isToldCanceled: false,
      isRefundTaken: false,
    }
    log.push(seen)
    if (story === 'declined first') {
      await pay(intentId, DECLINED)
      // Asked for again, it is the same purchase, or a new one where it is over by now.
      const again = await intend(shop)
      if (again?.['purchase_id'] !== id) continue
    }
    if (story === 'canceled' || story === 'canceled while it is paid') {
      const cancel = asker.until(`/api/purchases/${id}/cancel`, { headers: session }, [200, 409])
      const [paid, canceled] = await Promise.all([story === 'canceled' ? null : pay(intentId, GOOD), cancel])
      seen.isPaid = paid?.['status'] === 'succeeded'
      seen.isToldCanceled = canceled?.status === 200 && canceled.body['status'] === 'canceled'
      continue
    }
    const paid = await pay(intentId, GOOD)
    seen.isPaid = paid?.['status'] === 'succeeded'
    if (!seen.isPaid) continue
    if (nth % 2 === 0 || story === 'refunded by the seller' || story === 'refunded twice at once') await untilPaid(seen)
    if (story === 'disputed and won') await dispute(intentId, 'win')
    if (story === 'disputed and lost') await dispute(intentId, 'lose')
    if (story === 'refunded in part at the processor')
      await control('/v1/refunds', { payment_intent: intentId, amount: '50' })
    const refund = () => asker.until(`/api/purchases/${id}/refund`, { headers: shop.session }, [200, 409])
    if (story === 'refunded by the seller' && seen.isToldPaid) seen.isRefundTaken = (await refund())?.status === 200
    if (story === 'refunded twice at once' && seen.isToldPaid) {
      const both = await Promise.all([
        refund(),
        refund(),
        control('/v1/refunds', { payment_intent: intentId, amount: '60' }),
      ])
      seen.isRefundTaken = both.slice(0, 2).some((answer) => answer?.['status'] === 200)
    }
  }
  await asker.close()

  async function untilPaid(seen: SeenCard): Promise<void> {
    for (let looks = 0; looks < 30 && !seen.isToldPaid && Date.now() < until; looks += 1) {
      const read = await asker.until(`/api/purchases/${seen.id}`, { method: 'GET', headers: session }, [200])
      seen.isToldPaid = ['paid', 'disputed', 'refunded', 'partially_refunded'].includes(String(read?.body['status']))
      if (!seen.isToldPaid) await pause(300)
    }
  }

  async function dispute(intentId: string, end: 'win' | 'lose'): Promise<void> {
    const opened = await control(`/control/payment_intents/${intentId}/dispute`)
    await pause(Math.random() * 1_500)
    if (opened !== null) await control(`/control/disputes/${String(opened['id'])}/${end}`)
  }
}
