import fc from 'fast-check'
import { expect, test } from 'vitest'

import { html } from './html.ts'

test('a template escapes what it is given and keeps what is HTML already', () => {
  const bold = html`<b>${'<i>"Tom" & \'Jerry\'</i>'}</b>`
  expect(html`<p>${[bold, html`<i>${7}</i>`]}</p>`.text).toBe(
    '<p><b>&#60;i&#62;&#34;Tom&#34; &#38; &#39;Jerry&#39;&#60;/i&#62;</b><i>7</i></p>',
  )
})

test('no text gets out of its place in a page of HTML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.text).not.toMatch(/[<>"']/)
    }),
  )
})
