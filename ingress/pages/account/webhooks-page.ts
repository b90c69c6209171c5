import type { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import type { DeliveryAnswer, NewWebhookAnswer, WebhookAnswer } from '../../surface/events/webhook-answers.ts'
import { problem } from '../error-page.ts'
import type { Page, Visit } from '../page.ts'
import { moment } from '../parts/words.ts'
import { forAccount } from './require-account.ts'

type Webhook = z.output<typeof WebhookAnswer>
type Delivery = z.output<typeof DeliveryAnswer>

/** /account/webhooks: the webhooks of an account, and a form for another. */
export const webhooksPage = forAccount((visit) => list(visit, html``))

/** POST /account/webhooks: makes, tests or deletes a webhook. A new secret is shown once. */
export const changeWebhooks = forAccount(async (visit) => {
  const { form } = visit
  const params = { webhook_id: form['webhook_id'] ?? '' }
  try {
    if (form['do'] === 'delete') {
      await visit.ask('DELETE', '/api/webhooks/:webhook_id', { params })
      return { redirect: '/account/webhooks' }
    }
    if (form['do'] === 'test') {
      await visit.ask('POST', '/api/webhooks/:webhook_id/test', { params })
      return { redirect: `/account/webhooks/${params.webhook_id}` }
    }
    const { secret } = await visit.ask<z.output<typeof NewWebhookAnswer>>('POST', '/api/webhooks', {
      body: { url: form['url'] ?? '', description: form['description'] || null },
    })
    return await list(
      visit,
      html`<div class="notice good" role="status">
        <p><b>Its signing secret.</b> It is shown this once: copy it now.</p>
        <pre data-copy tabindex="0"><code>${secret ?? ''}</code></pre>
      </div>`,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...(await list(visit, problem(errorBody(error, requestIdOf(visit.ctx))))), status: 422 }
  }
})

async function list(visit: Visit, said: Html): Promise<Page> {
  const { items } = await visit.ask<{ items: Webhook[] }>('GET', '/api/webhooks')
  return {
    title: 'Webhooks',
    description: 'Where your events are sent.',
    content: html`<h1>Webhooks</h1>
      <p>
        Events of your account are sent to these addresses, signed: <a href="/docs/webhooks">how to verify them</a>.
      </p>
      ${said} ${items.map((one) => card(visit, one))} ${items.length === 0 ? html`<p class="soft">None yet.</p>` : ''}
      <h2>Add one</h2>
      <form class="narrow" method="post" action="/account/webhooks">
        ${visit.token()}<input type="hidden" name="do" value="make" /> <label for="url">Address (https)</label
        ><input id="url" name="url" type="url" required maxlength="2000" />
        <label for="description">What it is for</label><input id="description" name="description" maxlength="200" />
        <p><button>Add it</button></p>
      </form>`,
  }
}

const card = (
  visit: Visit,
  { webhook_id: id, url, state, disabled_reason: why, last_success_at: last }: Webhook,
): Html =>
  html`<div class="card">
    <p>
      <a href="/account/webhooks/${id}"><code>${url}</code></a>
    </p>
    <p class="soft">${state}${why === null ? '' : ` (${why})`}; last answered well: ${moment(last)}</p>
    ${button(visit, id, 'test', 'Send a test')} ${button(visit, id, 'delete', 'Delete')}
  </div>`

const button = (visit: Visit, id: string, what: string, label: string): Html =>
  html`<form class="inline" method="post" action="/account/webhooks">
    ${visit.token()}<input type="hidden" name="do" value="${what}" /><input
      type="hidden"
      name="webhook_id"
      value="${id}"
    />
    <button class="${what === 'delete' ? 'danger' : 'quiet'} small">${label}</button>
  </form>`

/** /account/webhooks/{id}: what was sent to a webhook in the last 30 days, and what it answered. */
export const deliveriesPage = forAccount(async (visit) => {
  const params = { webhook_id: visit.params['webhook'] ?? '' }
  const [webhook, { items }] = await Promise.all([
    visit.ask<Webhook>('GET', '/api/webhooks/:webhook_id', { params }),
    visit.ask<{ items: Delivery[] }>('GET', '/api/webhooks/:webhook_id/deliveries', { params, query: { limit: 50 } }),
  ])
  return {
    title: 'Deliveries',
    description: 'What was sent to a webhook.',
    content: html`<p class="soft"><a href="/account/webhooks">Webhooks</a></p>
      <h1>Deliveries</h1>
      <p><code>${webhook.url}</code></p>
      ${items.length === 0 ? html`<p class="soft">Nothing was sent yet.</p>` : ''} ${items.map(deliveryCard)}`,
  }
})

const deliveryCard = ({
  event_id: event,
  state,
  attempts,
  request,
  created_at: at,
  next_attempt_at: next,
}: Delivery): Html =>
  html`<details class="card">
    <summary>${request?.type ?? 'event'} <small>${state}, ${moment(at)}</small></summary>
    <p class="soft"><code>${event}</code>${next === null ? '' : html`; tried again ${moment(next)}`}</p>
    <ul>
      ${attempts.map((one) => html`<li>${moment(one.at)}: ${one.status ?? one.error ?? 'no answer'} in ${one.ms} ms</li>`)}
    </ul>
    ${request === null ? '' : html`<pre tabindex="0"><code>${JSON.stringify(request, null, 2)}</code></pre>`}
  </details>`
