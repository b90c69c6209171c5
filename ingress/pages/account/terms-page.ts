import { html } from '../../http/html.ts'
import type { Page, Visit } from '../page.ts'

type Terms = { version: string; sections: { title: string; text: string }[] }

/** /terms: the terms of the marketplace. */
export async function termsPage(visit: Visit): Promise<Page> {
  const { version, sections } = await visit.ask<Terms>('GET', '/api/auth/terms')
  return {
    title: 'Terms',
    description: 'The terms of the marketplace.',
    content: html`<h1>Terms</h1>
      <p class="soft">Version ${version}</p>
      <div class="doc">
        ${sections.map(
          ({ title, text }) =>
            html`<h2>${title}</h2>
              <p>${text}</p>`,
        )}
      </div>`,
  }
}
