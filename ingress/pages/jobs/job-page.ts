import { Refusal } from '#shared/errors.ts'
import { takesCards } from '#shared/market/cards/takes-cards.ts'
import type { JobDetail } from '#shared/market/jobs/board/job-detail.view.ts'
import type { ProposalView } from '#shared/market/jobs/board/read-proposals.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import type { CardHireIntent } from '../../surface/market/jobs/hire-by-card.ts'
import { problem } from '../error-page.ts'
import { cardPage } from '../market/pay-page.ts'
import type { Page, PageAnswer, Visit } from '../page.ts'
import { centsOf, dollarField, inDollars } from '../parts/dollar-field.ts'
import { dollars, moment } from '../parts/words.ts'

/** /jobs/{id}: a job, what may be done with it, and for its two sides the hire with its timeline. */
export const jobPage = (visit: Visit): Promise<Page> => jobPageWith(visit, null)

async function jobPageWith(visit: Visit, refusal: Refusal | null): Promise<Page> {
  const params = { job_id: visit.params['job'] ?? '' }
  const job = await visit.ask<JobDetail>('GET', '/api/jobs/:job_id', { params })
  // All of them for who posted the job, their own for others.
  const { items: proposals } =
    visit.session === null
      ? { items: [] }
      : await visit.ask<{ items: ProposalView[] }>('GET', '/api/jobs/:job_id/proposals', { params })
  const own = job.role === 'poster' ? undefined : proposals.find(({ status }) => status === 'pending')
  return {
    title: job.title,
    description: job.description_excerpt.slice(0, 200),
    nav: '/jobs',
    ...(job.role === null && own === undefined && refusal === null ? {} : { isPrivate: true }),
    ...(refusal === null ? {} : { status: 409 }),
    content: html`<p class="soft"><a href="/jobs">Jobs</a> › ${job.category}</p>
      <h1>${job.title}</h1>
      <p class="row">
        <span class="price">${dollars(job.budget_cents)}</span>
        <span class="tag">${job.status.replaceAll('_', ' ')}</span>
        <span class="soft">by ${job.poster.username}, ${moment(job.created_at)}</span>
      </p>
      ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))}
      <div class="split">
        <div>
          ${job.description.split(/\n{2,}/).map((text) => html`<p>${text}</p>`)}
          ${
            job.done_when === null
              ? ''
              : html`<h2>Done when</h2>
                  <p>${job.done_when}</p>`
          }
          ${
            job.capability_tags.length === 0
              ? ''
              : html`<ul class="chips">
                  ${job.capability_tags.map((tag) => html`<li><a href="/jobs?q=${encodeURIComponent(tag)}">${tag}</a></li>`)}
                </ul>`
          }
        </div>
        <div>
          ${own === undefined ? '' : ownProposal(visit, job, own)} ${actions(visit, job, own === undefined)}
          ${job.next === null ? '' : html`<p class="soft">By itself ${moment(job.next.at)}: ${job.next.event.replaceAll('_', ' ')}</p>`}
        </div>
      </div>
      ${job.role !== 'poster' || proposals.length === 0 ? '' : proposalTable(visit, job, proposals)} ${engagement(job)}`,
  }
}

/** The forms of what may be done now. What has no form here is done by the API, which the docs name. */
function actions(visit: Visit, job: JobDetail, mayPropose: boolean): Html {
  if (visit.session === null) {
    return html`<div class="card">
      <p>Propose, hire and deliver with an account.</p>
      <p><a class="button" href="/signin?to=/jobs/${job.id}">Sign in</a></p>
    </div>`
  }
  const may = (action: string) => job.allowed_actions.includes(action)
  return html`${
    mayPropose && job.role === null && job.status === 'open'
      ? box(
          visit,
          job,
          'propose',
          'Propose',
          html`${dollarField({
              id: 'bid',
              name: 'bid',
              label: 'Your bid in dollars',
              mostCents: job.budget_cents,
              value: inDollars(job.budget_cents),
            })} <label for="days">Days until you deliver</label
            ><input id="days" name="delivery_days" type="number" min="1" max="90" value="3" required />
            <label for="letter">Why you, and how: 50 letters at least</label
            ><textarea id="letter" name="cover_letter" minlength="50" required></textarea>`,
        )
      : ''
  }
  ${
    may('deliver')
      ? box(
          visit,
          job,
          'deliver',
          'Deliver',
          html`<label for="notes">What you did</label><textarea id="notes" name="notes" required></textarea
            ><label for="url">Where it is <small>optional</small></label
            ><input id="url" name="url" type="url" />`,
        )
      : ''
  }
  ${may('accept') ? box(visit, job, 'accept', 'Accept the work and pay', html``) : ''}
  ${may('request_changes') ? box(visit, job, 'request-changes', 'Ask for changes', reason('changes')) : ''}
  ${may('dispute') ? box(visit, job, 'dispute', 'Open a dispute', reason('dispute')) : ''}
  ${may('cancel') ? box(visit, job, 'cancel', 'Cancel the job', html``) : ''}`
}

/** The proposal that waits for an answer, shown to whoever made it. */
const ownProposal = (visit: Visit, job: JobDetail, { proposal_id: id, ...proposal }: ProposalView): Html =>
  html`<div class="card" id="own">
      <b>You proposed ${dollars(proposal.bid_cents)}</b>
      <small>${moment(proposal.created_at)}, ${proposal.delivery_days} days to deliver</small>
      <p>${proposal.cover_letter}</p>
    </div>
    ${box(visit, job, 'withdraw', 'Withdraw the proposal', html`<input type="hidden" name="proposal_id" value="${id}" />`)}`

const reason = (id: string) =>
  html`<label for="why-${id}">Why, in 20 to 2,000 characters</label
    ><textarea id="why-${id}" name="reason" minlength="20" required></textarea>`

const box = (visit: Visit, { id }: JobDetail, what: string, label: string, fields: Html): Html =>
  html`<form class="card" method="post" action="/jobs/${id}">
    ${visit.token()}<input type="hidden" name="do" value="${what}" />${fields}
    <p><button>${label}</button></p>
  </form>`

const proposalTable = (visit: Visit, job: JobDetail, proposals: readonly ProposalView[]): Html =>
  html`<h2>Proposals</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Proposal</th>
            <th scope="col" class="num">Bid</th>
            <th scope="col" class="num">Days</th>
            <th scope="col">State</th>
            <th scope="col">Hire</th>
          </tr>
        </thead>
        <tbody>
          ${proposals.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.cover_letter.slice(0, 300)}</th>
                <td class="num">${dollars(one.bid_cents)}</td>
                <td class="num">${one.delivery_days}</td>
                <td>${one.status}</td>
                <td>
                  ${one.status !== 'pending' || !job.allowed_actions.includes('hire') ? '' : hireForms(visit, job.id, one)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`

/** The forms that hire one applicant: with the key of this browser, and by card where cards are taken. */
function hireForms(visit: Visit, jobId: string, { proposal_id: id, bid_cents: cents }: ProposalView): Html {
  const form = (verb: string, label: string) =>
    html`<form method="post" action="/jobs/${jobId}" data-confirm="Pay ${dollars(cents)} into escrow?">
      ${visit.token()}<input type="hidden" name="do" value="${verb}" /><input
        type="hidden"
        name="proposal_id"
        value="${id}"
      /><button class="small">${label}</button>
    </form>`
  return html`${visit.serviceKey === null ? html`<a href="/wallet">Keep a prepaid key</a>` : form('hire', `Hire for ${dollars(cents)}`)}
  ${takesCards(visit.deps.config) ? form('hire-by-card', 'Hire by card') : ''}`
}

function engagement({ engagement: hire }: JobDetail): Html {
  if (hire === null) return html``
  return html`<h2>The hire</h2>
    <dl class="facts">
      <div>
        <dt>Worker</dt>
        <dd>${hire.worker.username}</dd>
      </div>
      <div>
        <dt>In escrow</dt>
        <dd class="price">${dollars(hire.money.in_escrow_cents)}</dd>
      </div>
      <div>
        <dt>Due</dt>
        <dd><small>${moment(hire.due_at)}</small></dd>
      </div>
    </dl>
    ${hire.deliveries.map(
      ({ nth, notes, url, checks, created_at: at }) =>
        html`<div class="card">
          <b>Delivery ${nth}</b> <small>${moment(at)}, checks ${checks.verdict ?? checks.state}</small>
          <p>${notes}</p>
          ${url === null ? '' : html`<p><a href="${/^https?:/.test(url) ? url : '#'}" rel="nofollow noopener noreferrer">${url}</a></p>`}
        </div>`,
    )}
    <ul class="timeline">
      ${hire.timeline.map(({ at, event, actor, reason: why }) => html`<li><b>${event.replaceAll('_', ' ')}</b> <small>${moment(at)}, ${actor}</small>${why === null ? '' : html`<br />${why}`}</li>`)}
    </ul>`
}

/** POST /jobs/{id}: what one of the forms asks for. */
export async function changeJob(visit: Visit): Promise<PageAnswer> {
  try {
    if (visit.form['do'] === 'hire-by-card') return await hireByCard(visit)
    await change(visit)
    return { redirect: `/jobs/${visit.params['job'] ?? ''}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return jobPageWith(visit, error)
  }
}

/** Where the poster pays the hire by card; it leads back to the job. */
async function hireByCard(visit: Visit): Promise<Page> {
  const jobId = visit.params['job'] ?? ''
  const intent = await visit.ask<CardHireIntent>('POST', '/api/jobs/:job_id/hire/card', {
    params: { job_id: jobId },
    body: { proposal_id: visit.form['proposal_id'] ?? '' },
  })
  return { ...cardPage(visit, intent, { path: `/jobs/${jobId}`, name: 'The job' }), nav: '/jobs' }
}

function change(visit: Visit): Promise<unknown> {
  const { form } = visit
  const params = { job_id: visit.params['job'] ?? '' }
  const why = { reason: form['reason'] ?? '' }
  switch (form['do']) {
    case 'propose':
      return visit.ask('POST', '/api/ai-agents/jobs/:job_id/proposals', {
        params,
        body: {
          bid_cents: centsOf(form['bid']),
          delivery_days: Number(form['delivery_days']),
          cover_letter: form['cover_letter'] ?? '',
        },
      })
    case 'withdraw':
      return visit.ask('POST', '/api/jobs/:job_id/proposals/:proposal_id/withdraw', {
        params: { ...params, proposal_id: form['proposal_id'] ?? '' },
      })
    case 'deliver':
      return visit.ask('POST', '/api/jobs/:job_id/deliver', {
        params,
        body: { notes: form['notes'] ?? '', ...(form['url'] ? { url: form['url'] } : {}) },
      })
    case 'hire':
      return visit.ask('POST', '/api/jobs/:job_id/hire', {
        params,
        headers: { 'x-service-key': visit.serviceKey ?? '', 'idempotency-key': `page-${form['proposal_id'] ?? ''}` },
        body: { proposal_id: form['proposal_id'] ?? '' },
      })
    case 'accept':
      return visit.ask('POST', '/api/jobs/:job_id/accept', { params })
    case 'cancel':
      return visit.ask('POST', '/api/jobs/:job_id/cancel', { params })
    case 'request-changes':
      return visit.ask('POST', '/api/jobs/:job_id/request-changes', { params, body: why })
    case 'dispute':
      return visit.ask('POST', '/api/jobs/:job_id/dispute', { params, body: why })
    default:
      throw new Refusal('bad_request', 'This form asks for nothing that can be done here.')
  }
}
