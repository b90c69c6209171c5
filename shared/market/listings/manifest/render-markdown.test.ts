import fc from 'fast-check'
import { expect, test } from 'vitest'

import { renderMarkdown } from './render-markdown.ts'

test('a text is rendered, its own HTML is shown as it was written', () => {
  expect(renderMarkdown('# A\n\n- **b** `<i>`')).toBe(
    '<h1>A</h1>\n<ul>\n<li><strong>b</strong> <code>&lt;i&gt;</code></li>\n</ul>\n',
  )
  expect(renderMarkdown('<b onclick="x()">b</b>')).toBe('<p>&lt;b onclick="x()"&gt;b&lt;/b&gt;</p>\n')
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](//evil.example)',
  '![x](https://tracker.example/x.png)',
  '<https://a.example" onmouseover="x>',
  '[x]: javascript:alert(1)\n\n[x]',
  '```"><script>\nx\n```',
])('%j holds no script, picture or foreign scheme', (text) => {
  const html = renderMarkdown(text)
  expect(html).not.toMatch(/<(?:script|img|iframe|svg|style|form|input)|href="(?!https:\/\/|http:\/\/|mailto:)/i)
})

test('any text renders to allowed elements only, and not to much more than it was', () => {
  const pieces = fc.constantFrom(
    '<script>',
    '[a](',
    'javascript:',
    '"',
    "'",
    '>',
    '`',
    '|a|\n|-|\n',
    '![',
    ')',
    '&#x',
    '*',
    '\n',
    'x',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 60 }), (parts) => {
      const text = parts.join('')
      const html = renderMarkdown(text)
      const tags = html.match(/<\/?[a-z][a-z0-9]*/gi) ?? []
      const allowed = /^<\/?(?:h[1-6]|p|br|hr|ul|ol|li|blockquote|pre|code|em|strong|del|s|a)$/
      expect(tags.filter((tag) => !allowed.test(tag))).toEqual([])
      expect(html.length).toBeLessThan(100 + text.length * 60)
    }),
  )
})
