import type { OperatorInCharge } from '#shared/operators/operator-in-charge.ts'

import { html, type Html } from '../../http/html.ts'
import { actForm } from './act-form.ts'
import type { OutcomeTrouble } from './outcome-trouble.ts'
import { rowsTable } from './rows-table.ts'

/** What is wrong with outcomes, with the forms that pause one and let it go on. */
export function troubleSection(operator: OperatorInCharge, trouble: OutcomeTrouble | null): Html {
  if (trouble === null)
    return html`<h2>Outcomes</h2>
      <p class="bad">The counts do not answer.</p>`
  const { paused, failing, upstreams } = trouble
  const pause = { minutes: '60' }
  return html`<h2>Outcomes</h2>
    ${rowsTable('Calls without a result, today and yesterday (UTC)', failing, [
      ['Outcome', ({ slug }) => slug],
      ['Calls', ({ calls }) => calls],
      ['Without a result', ({ failed }) => failed],
      [
        'Pause',
        ({ slug }) =>
          actForm(operator, 'outcome pause', {
            id: `pause-${slug}`,
            label: 'Pause for an hour',
            known: { slug, ...pause },
          }),
      ],
    ])}
    <h3>Upstreams</h3>
    ${rowsTable('Calls of the last quarter of an hour that an upstream failed', upstreams, [
      ['Outcome', ({ slug }) => slug],
      ['Calls', ({ calls }) => calls],
    ])}
    <h3>Paused</h3>
    ${rowsTable('Outcomes and pools that take no calls', paused, [
      ['What', ({ slug }) => slug],
      ['Until (UTC)', ({ until }) => until],
      [
        'Change',
        ({ slug }) =>
          slug.startsWith('pool:')
            ? actForm(operator, 'pool resume', { id: slug, label: 'No longer', known: { pool: slug.slice(5) } })
            : actForm(operator, 'outcome resume', { id: slug, label: 'No longer', known: { slug } }),
      ],
    ])}
    <div class="forms">
      ${actForm(operator, 'outcome pause', {
        id: 'pause',
        label: 'Pause an outcome: its calls are refused before any money moves',
        known: pause,
        fields: [{ name: 'slug', label: 'Slug' }],
      })}
    </div>`
}
