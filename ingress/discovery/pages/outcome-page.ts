import type { IngressDeps } from '#ingress/deps.ts'
import { html } from '#ingress/http/html.ts'
import type { Assets } from '../assets.ts'
import type { OutcomeAbout } from '../outcome-pages.ts'
import { paymentWarningsOf, waysToPay } from '../ways-to-pay.ts'
import { pageFrame } from './page-frame.ts'

/** Renders what one outcome is for people: price, command, input, sample answer, ways to pay. */
export function outcomePage(about: OutcomeAbout, config: IngressDeps['config'], assets: Assets): string {
  const { slug, title, description, price_cents: cents, price_usd: usd, public_path: path } = about
  return pageFrame({
    title: `${title} (Farebox)`,
    description,
    baseUrl: config.publicBaseUrl,
    path,
    styles: [assets.path['site.css']],
    content: html`<div class="text">
      <main>
        <h1>${title}</h1>
        <p class="lead">${description}</p>
        <p>
          <code>POST ${path}</code> <b>${cents === 0 ? 'free' : `$${usd}`}</b>
          ${about.availability.endsWith('_not_configured') ? '(not for sale here: what it needs is not configured)' : ''}
        </p>
        <h2>Call it</h2>
        <p class="soft">${cents === 0 ? 'It is free.' : html`<a href="/">The first page</a> says how to get a key.`}</p>
        <pre><code>${about.command}</code></pre>
        <h2>Input</h2>
        <pre><code>${JSON.stringify(about.input_schema, null, 2)}</code></pre>
        <h2>A sample answer</h2>
        <pre><code>${JSON.stringify(about.output_schema.output.example, null, 2)}</code></pre>
        <h2>How to pay</h2>
        ${paymentWarningsOf(config).map((warning) => html`<p class="notice">${warning}</p>`)}
        <ul class="cards">
          ${waysToPay(config).map(
            ({ kind, what, header }) =>
              html`<li>
                <b>${kind.replaceAll('_', ' ')}</b>
                <p>${what}</p>
                <code>${header}</code>
              </li>`,
          )}
        </ul>
        <p class="soft">
          The same as JSON: <a href="${path}">${path}</a>. What an unpaid call is told:
          <a href="/api/v1/outcomes/pay-probe/${slug}">pay-probe</a>.
        </p>
      </main>
    </div>`,
  })
}
