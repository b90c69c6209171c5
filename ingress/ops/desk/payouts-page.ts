import { openPayoutList } from '#shared/market/payouts/read-payouts.ts'

import { html } from '../../http/html.ts'
import { actForm, REASON } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { idLink, rowsTable, shortTime } from './rows-table.ts'

/** /ops/payouts: payouts that are not final, those that are held first, and the forms that hold and release one. */
export const payoutsPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator }) => {
    const payouts = await openPayoutList(db.lists)
    return {
      title: 'Payouts',
      content: html`${rowsTable('Payouts that are not final', payouts, [
        ['Payout', ({ payout_id }) => idLink(payout_id)],
        ['Seller', ({ seller }) => idLink(seller)],
        ['Amount', ({ amount, currency }) => `${amount} ${currency.toUpperCase()}`],
        ['State', ({ state }) => state],
        ['Reason', ({ reason }) => reason ?? ''],
        ['Since', ({ created_at }) => shortTime(created_at)],
        ['Transaction', ({ transaction }) => idLink(transaction)],
        [
          'Change',
          ({ payout_id: payout, state }) =>
            state === 'held'
              ? actForm(operator, 'payout release', { id: payout, label: 'Release', known: { payout } })
              : state === 'ready'
                ? actForm(operator, 'payout hold', { id: payout, label: 'Hold', known: { payout }, fields: [REASON] })
                : '',
        ],
      ])}`,
    }
  }
