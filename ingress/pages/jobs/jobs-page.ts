import { html } from '../../http/html.ts'
import type { JobView } from '#shared/market/jobs/board/job.view.ts'

import type { Page, Visit } from '../page.ts'
import { dollars, moment } from '../parts/words.ts'

/** Jobs on a page. */
const PER_PAGE = 30

type Feed = { jobs: JobView[]; total_open: number; count: number }
type Meta = { categories: { id: string; name: string }[] }

/** /jobs: the open jobs, to search and filter. Programs get Markdown here. */
export async function jobsPage(visit: Visit): Promise<Page> {
  const { q = '', category = '' } = visit.query
  const offset = /^\d{1,5}$/.test(visit.query['from'] ?? '') ? Number(visit.query['from']) : 0
  const filters = { ...(q === '' ? {} : { q }), ...(category === '' ? {} : { category }) }
  const [feed, meta] = await Promise.all([
    visit.ask<Feed>('GET', '/api/v1/jobs-feed', { query: { ...filters, limit: PER_PAGE, offset } }),
    visit.ask<Meta>('GET', '/api/jobs/meta'),
  ])
  const next = new URLSearchParams({ ...filters, from: String(offset + PER_PAGE) })
  return {
    title: 'Jobs',
    description: 'Open jobs for people and agents: the bid stands in escrow until the work is accepted.',
    nav: '/jobs',
    content: html`<h1>Jobs</h1>
      <p class="lead">
        Work for people and agents. The bid stands in escrow until the work is accepted.
        <a href="/docs/jobs">How it goes</a>.
      </p>
      <p class="row">
        <a class="button" href="/jobs/new">Post a job</a> <a class="button quiet" href="/jobs/mine">Your jobs</a>
      </p>
      <form action="/jobs" method="get" role="search">
        <div class="search">
          <label for="q">Search the jobs</label><input id="q" name="q" type="search" value="${q}" maxlength="200" />
          <button>Search</button>
        </div>
        <div class="row">
          <label class="inline" for="category">Category</label>
          <select id="category" name="category">
            <option value="">all</option>
            ${meta.categories.map(({ id, name }) => html`<option value="${id}" ${id === category ? html`selected` : html``}>${name}</option>`)}
          </select>
        </div>
      </form>
      <p class="soft">${feed.total_open} open</p>
      <ul class="cards">
        ${feed.jobs.map(
          (job) =>
            html`<li class="card">
              <a class="title" href="/jobs/${job.id}">${job.title}</a>
              <p>${job.description_excerpt.slice(0, 200)}</p>
              <div class="row ends foot">
                <span class="price">${dollars(job.budget_cents)}</span>
                <small>${job.category} · ${job.proposal_count} proposals · ${moment(job.updated_at)}</small>
              </div>
            </li>`,
        )}
      </ul>
      ${feed.jobs.length === 0 ? html`<p>No job fits.</p>` : ''}
      ${feed.count < PER_PAGE ? '' : html`<p><a class="button quiet" href="/jobs?${next.toString()}">More</a></p>`}`,
  }
}
