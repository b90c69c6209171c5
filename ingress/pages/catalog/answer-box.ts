import { randomUUID } from 'node:crypto'

import type { ErrorBody } from '../../http/error-body.ts'
import { type Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import { jsonTree } from '../parts/json-tree.ts'
import { dollars, duration } from '../parts/words.ts'
import { keptPayment } from './wallet-payment.ts'

/** The answer of a call, as the API gives it. */
export type CallAnswer = {
  ok: boolean
  result?: unknown
  steps?: { step: string; ms?: number; state?: string }[]
  charge?: { cents: number; paid_with: string; balance_cents?: number | null }
  call_id?: string
  call_token?: string
  status_url?: string
  status?: string
  file?: { url: string; expires_at: string } | null
}

/** What a run came to: an answer, a call that still runs, a refusal, or nothing yet. */
export type Ran =
  | { kind: 'answer' | 'running'; answer: CallAnswer; isPicture: boolean }
  /** `payment` is the one of a wallet that was sent with it, if any. */
  | { kind: 'refused'; body: ErrorBody; payment?: string | null }
  | null

/** The box beside the form of an outcome. It holds the Idempotency-Key of the next run, so that a form sent twice is charged once. */
export const answerBox = (ran: Ran, slug = ''): Html =>
  html`<section id="answer" aria-labelledby="answered" aria-live="polite">
    <h2 id="answered">Answer</h2>
    <input type="hidden" form="run" name="_idem" value="${randomUUID()}" />
    ${content(ran, slug)}
  </section>`

function content(ran: Ran, slug: string): Html {
  if (ran === null) return html`<p class="card soft">Press Run: the answer appears here, with what it cost.</p>`
  if (ran.kind === 'refused') {
    const { body, payment = null } = ran
    // Whether a payment moves is open while the same request may be sent again.
    return html`${problem(body)}${payment !== null && body.retryable ? keptPayment(payment) : ''}`
  }
  return ran.kind === 'running' ? running(ran.answer, slug) : answered(ran.answer, ran.isPicture)
}

/** A call that still runs. With a script the box asks again by itself; without one there is a link. */
const running = ({ call_id: id = '', call_token: token = '', steps = [] }: CallAnswer, slug: string): Html => {
  const again = `/o/${slug}?${new URLSearchParams({ call: id, token }).toString()}`
  return html`<div class="card" hx-get="${again}" hx-trigger="load delay:1s" hx-target="#answer" hx-swap="outerHTML">
    <p class="live">It runs.</p>
    ${
      steps.length === 0
        ? ''
        : html`<ul>
            ${steps.map(({ step, state }) => html`<li>${step} <small>${state ?? ''}</small></li>`)}
          </ul>`
    }
    <p><a class="button quiet" href="${again}">Look again</a></p>
  </div>`
}

function answered({ result, charge, steps = [], call_id: id = '', file }: CallAnswer, isPicture: boolean): Html {
  return html`<div class="card">
    ${
      charge === undefined
        ? ''
        : html`<p class="row ends">
            <b class="ok">Done</b>
            <span
              >charged <b class="price">${dollars(charge.cents)}</b> to
              ${charge.paid_with.replaceAll('_', ' ')}${typeof charge.balance_cents === 'number' ? ` · ${dollars(charge.balance_cents)} left` : ''}</span
            >
          </p>`
    }
    ${file === undefined || file === null ? '' : isPicture ? html`<p><img src="${pathOf(file.url)}" alt="Picture in the answer" /></p>` : html`<p><a href="${pathOf(file.url)}">Open the file</a></p>`}
    ${jsonTree(result)}
    <p class="soft">
      <small
        >${steps.map(({ step, ms }) => html`${step} ${ms === undefined ? '' : duration(ms)} · `)}call
        <code>${id}</code></small
      >
    </p>
  </div>`
}

/** Links to files are absolute; a page takes the path, because the public address may be another than the one in use. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
