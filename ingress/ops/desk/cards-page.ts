import { MOST_EVIDENCE } from '#shared/market/cards/give-evidence.ts'
import { readCardTrouble } from '#shared/market/cards/read-card-trouble.ts'
import { openPayoutList } from '#shared/market/payouts/read-payouts.ts'

import { html } from '../../http/html.ts'
import { actForm, REASON } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { dollars, idLink, rowsTable, shortTime } from './rows-table.ts'
import { searchForm } from './search-form.ts'

/**
 * /ops/cards: what of payments by card waits for an operator, with the forms that act: a purchase by its id, refunds,
 * evidence against disputes, events that are quarantined, and payouts that are held.
 */
export const cardsPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator }) => {
    const [{ events, payments, refunds, disputes }, payouts] = await Promise.all([
      readCardTrouble(db.lists),
      openPayoutList(db.lists),
    ])
    const held = payouts.filter(({ state }) => state === 'held')
    return {
      title: 'Cards',
      content: html`<p>A purchase with its timeline, payables, refunds and disputes:</p>
        ${searchForm()}
        <h2>Disputes</h2>
        ${rowsTable('Disputes that are open', disputes, [
          ['Dispute', ({ dispute_id }) => html`<code>${dispute_id}</code>`],
          ['Of', ({ purchase_id }) => idLink(purchase_id)],
          ['Amount', ({ amount_cents }) => dollars(amount_cents)],
          ['Reason', ({ reason }) => reason],
          ['Status', ({ status }) => status],
          ['Answer by', ({ respond_by }) => shortTime(respond_by)],
          [
            'Evidence',
            ({ dispute_id: dispute, evidence, status }) =>
              (evidence === null || evidence === 'refused') && status.endsWith('needs_response')
                ? html`${evidence ?? ''}
                  ${actForm(operator, 'card evidence', {
                    id: dispute,
                    label: 'Submit to the bank, once',
                    known: { dispute },
                    fields: [{ name: 'evidence', label: 'What you say; the timeline is added', most: MOST_EVIDENCE }],
                  })}`
                : (evidence ?? ''),
          ],
        ])}
        <h2>Refunds</h2>
        ${rowsTable('Refunds that failed: pay the buyer otherwise', refunds, [
          ['Of', ({ purchase_id }) => idLink(purchase_id)],
          ['Amount', ({ amount_cents }) => dollars(amount_cents)],
          ['Problem', ({ problem }) => problem ?? ''],
          ['Since', ({ created_at }) => shortTime(created_at)],
        ])}
        <div class="forms">
          ${actForm(operator, 'purchase refund', {
            id: 'refund',
            label: 'Refund a purchase',
            fields: [
              { name: 'purchase', label: 'Purchase (pur_…)' },
              { name: 'cents', label: 'Cents, by card only; all of it unless said', type: 'number', isOptional: true },
              REASON,
            ],
          })}
        </div>
        <h2>Events and payments</h2>
        ${rowsTable('Events that are quarantined', events, [
          ['Event', ({ event_id }) => html`<code>${event_id}</code>`],
          ['Type', ({ type }) => type],
          ['Payment', ({ payment_intent }) => payment_intent ?? ''],
          ['Why', ({ reason }) => reason],
          ['Since', ({ received_at }) => shortTime(received_at)],
          [
            'Change',
            ({ event_id: event }) =>
              actForm(operator, 'card retry', { id: event, label: 'Handle again', known: { event } }),
          ],
        ])}
        ${rowsTable('Payments that are not as agreed', payments, [
          ['Of', ({ purchase_id }) => idLink(purchase_id)],
          ['Payment', ({ payment_intent }) => payment_intent ?? ''],
          ['Why', ({ trouble }) => trouble],
        ])}
        <h2>Payouts</h2>
        ${rowsTable('Payouts that are held', held, [
          ['Payout', ({ payout_id }) => idLink(payout_id)],
          ['Seller', ({ seller }) => idLink(seller)],
          ['Amount', ({ amount, currency }) => `${amount} ${currency.toUpperCase()}`],
          ['Reason', ({ reason }) => reason ?? ''],
          [
            'Change',
            ({ payout_id: payout }) =>
              actForm(operator, 'payout release', { id: payout, label: 'Release', known: { payout } }),
          ],
        ])}`,
    }
  }
