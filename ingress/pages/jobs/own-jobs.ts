import { Refusal } from '#shared/errors.ts'
import type { JobView } from '#shared/market/jobs/board/job.view.ts'
import type { ProposalView } from '#shared/market/jobs/board/read-proposals.ts'

import { forAccount } from '../account/require-account.ts'
import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { Page, Visit } from '../page.ts'
import { centsOf, dollarField } from '../parts/dollar-field.ts'
import { dollars } from '../parts/words.ts'

/** /jobs/mine: what the account posted and proposed. */
export const ownJobs = forAccount(async (visit): Promise<Page> => {
  const [{ items: posted }, { items: proposed }] = await Promise.all([
    visit.ask<{ items: (JobView & { status?: string })[] }>('GET', '/api/jobs/user/me'),
    visit.ask<{ items: ProposalView[] }>('GET', '/api/jobs/proposals/me'),
  ])
  return {
    title: 'Your jobs',
    description: 'Jobs you posted and proposed to.',
    content: html`<h1>Your jobs</h1>
      <h2>Posted</h2>
      <ul>
        ${posted.map((job) => html`<li><a href="/jobs/${job.id}">${job.title}</a> <small>${dollars(job.budget_cents)} ${job.status ?? ''}</small></li>`)}
      </ul>
      ${posted.length === 0 ? html`<p class="soft">None yet. <a href="/jobs/new">Post one</a>.</p>` : ''}
      <h2>Proposed</h2>
      <ul>
        ${proposed.map((one) => html`<li><a href="/jobs/${one.job_id}">${one.job_id}</a> <small>${dollars(one.bid_cents)}, ${one.status}</small></li>`)}
      </ul>
      ${proposed.length === 0 ? html`<p class="soft">None yet.</p>` : ''}`,
  }
})

/** /jobs/new: a form for a job. */
export const newJob = forAccount((visit) => Promise.resolve(form(visit, null)))

/** POST /jobs/new: posts the job. */
export const postJob = forAccount(async (visit) => {
  const { form: sent } = visit
  try {
    const { id } = await visit.ask<{ id: string }>('POST', '/api/jobs', {
      body: {
        title: sent['title'] ?? '',
        description: sent['description'] ?? '',
        budget_cents: centsOf(sent['budget']),
        ...(sent['done_when'] ? { done_when: sent['done_when'] } : {}),
      },
    })
    return { redirect: `/jobs/${id}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return form(visit, error)
  }
})

const form = (visit: Visit, refusal: Refusal | null): Page => ({
  title: 'Post a job',
  description: 'Say what is to be done, and for how much.',
  ...(refusal === null ? {} : { status: 422 }),
  content: html`<h1>Post a job</h1>
    ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))}
    <form class="doc" method="post" action="/jobs/new">
      ${visit.token()}
      <label for="title">Title</label
      ><input id="title" name="title" maxlength="200" value="${visit.form['title'] ?? ''}" required />
      <label for="description">What is to be done</label
      ><textarea id="description" name="description" required>${visit.form['description'] ?? ''}</textarea>
      <label for="done">Done when <small>optional</small></label
      ><textarea id="done" name="done_when">${visit.form['done_when'] ?? ''}</textarea>
      ${dollarField({ id: 'budget', name: 'budget', label: 'Budget in dollars', value: visit.form['budget'] ?? '' })}
      <p><button>Post it</button></p>
    </form>`,
})
