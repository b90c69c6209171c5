import { listReported } from '#shared/market/reports/decide-reports.ts'

import { html } from '../../http/html.ts'
import { actForm } from './act-form.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { idLink } from './rows-table.ts'

/** /ops/reports: listings with open reports, what was said of each, and the forms that decide. */
export const reportsPage =
  ({ db }: DeskDeps): ShowDeskPage =>
  async ({ operator }) => {
    const listings = await listReported(db.lists)
    return {
      title: 'Reports',
      content: html`${listings.length === 0 ? html`<p>No report is open.</p>` : ''}
      ${listings.map(
        ({ listing_id: id, title, seller, is_hidden: isHidden, reports }) =>
          html`<section>
            <h2>${title}</h2>
            <p>${idLink(id)} by ${idLink(seller)}${isHidden ? ', hidden now' : ''}. <a href="/l/${id}">Its page</a></p>
            <ul>
              ${reports.map(
                ({ reason, details, created_at: at }) =>
                  html`<li>${at.slice(0, 16)} <b>${reason}</b> ${details ?? ''}</li>`,
              )}
            </ul>
            ${actForm(operator, 'report uphold', { id: `up-${id}`, label: 'Uphold: hide the listing', known: { listing: id } })}
            ${actForm(operator, 'report dismiss', { id: `no-${id}`, label: 'Dismiss: show it', known: { listing: id } })}
          </section>`,
      )}`,
    }
  }
