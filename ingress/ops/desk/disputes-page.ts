import { listDisputes } from '#shared/market/jobs/board/list-disputes.ts'

import { html } from '../../http/html.ts'
import { actForm, REASON } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { dollars, idLink } from './rows-table.ts'

/** /ops/disputes: the open disputes of the jobs board, what both sides said, and the forms that decide; refunds of purchases. */
export const disputesPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator }) => {
    const disputes = await listDisputes(db.lists)
    return {
      title: 'Disputes',
      content: html`${disputes.length === 0 ? html`<p>No dispute of a job is open.</p>` : ''}
        ${disputes.map(
          ({ job_id: id, title, bid_cents: cents, opened_by: by, opened_at: at, waits_for: waitsFor, statements }) =>
            html`<section>
              <h2>${title}</h2>
              <p>
                ${idLink(id)}, ${dollars(cents)}, opened by the ${by} at ${at.slice(0, 16)};
                ${waitsFor === 'operator' ? 'it waits for you' : 'the other side has yet to answer'}.
              </p>
              <ul>
                ${statements.map(
                  ({ at: saidAt, event, actor, reason }) =>
                    html`<li>${saidAt.slice(0, 16)} <b>${actor}</b> ${event}: ${reason ?? ''}</li>`,
                )}
              </ul>
              ${actForm(operator, 'job decide', {
                id,
                label: 'Decide',
                known: { job: id },
                fields: [{ name: 'percent', label: 'Percent for the worker', type: 'number' }, REASON],
              })}
            </section>`,
        )}
        <h2>Other decisions</h2>
        <div class="forms">
          ${actForm(operator, 'purchase refund', {
            id: 'refund',
            label: 'Refund a purchase',
            fields: [{ name: 'purchase', label: 'Purchase (pur_…)' }, REASON],
          })}
          ${actForm(operator, 'job dispute', {
            id: 'open',
            label: 'Open a dispute of a job',
            fields: [{ name: 'job', label: 'Job (job_…)' }, REASON],
          })}
        </div>`,
    }
  }
