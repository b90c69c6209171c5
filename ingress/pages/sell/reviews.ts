import type { FeedbackView } from '#shared/market/feedback/feedback.view.ts'

import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { moment } from '../parts/words.ts'

/** Reviews that are looked through for those without an answer. */
const LATEST = 20

/** The latest reviews of the seller, each with a form that answers it. */
export async function ownReviews(visit: Visit): Promise<Html> {
  const { id } = await visit.ask<{ id: string }>('GET', '/api/auth/me')
  const { items, total } = await visit.ask<{ items: FeedbackView[]; total: number }>(
    'GET',
    '/api/purchases/seller/:seller_id/feedback',
    { params: { seller_id: id }, query: { limit: LATEST } },
  )
  if (items.length === 0) return html``
  return html`<h2>Reviews</h2>
    ${total > items.length ? html`<p class="soft">The latest ${items.length} of <a href="/u/${id}">${total}</a>.</p>` : ''}
    ${items.map((one) => review(visit, one))}`
}

const review = (visit: Visit, { feedback_id: id, rating, comment, created_at: at, reply }: FeedbackView): Html =>
  html`<form class="card" method="post" action="/sell">
    ${visit.token()}<input type="hidden" name="do" value="reply" /><input
      type="hidden"
      name="feedback_id"
      value="${id}"
    />
    <p><b>${rating} of 5</b> <small>${moment(at)}</small>${comment === null ? '' : html`<br />${comment}`}</p>
    <details ${reply === null ? html`` : html`open`}>
      <summary>${reply === null ? 'Answer it' : 'Your answer'}</summary>
      <label for="reply-${id}">Everybody reads this</label
      ><textarea id="reply-${id}" name="reply" maxlength="2000" required>${reply?.text ?? ''}</textarea>
      <p><button class="small">${reply === null ? 'Answer' : 'Change the answer'}</button></p>
    </details>
  </form>`
