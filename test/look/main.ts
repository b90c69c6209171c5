import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { lookAt, VIEWS } from './look-at.ts'
import { openLookBrowser } from './look-browser.ts'

/** Takes pictures of the pages of a running Farebox in all views, and prints what axe-core says of them. */
const PAGES = ['/', '/?q=repair+json', '/o/json-repair', '/docs', '/docs/payments', '/docs/api', '/status', '/nowhere']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8402' },
    folder: { type: 'string', default: '.farebox/look' },
  },
})
mkdirSync(values.folder, { recursive: true })
const { browser, close } = await openLookBrowser()
try {
  for (const path of positionals.length > 0 ? positionals : PAGES) {
    for (const view of VIEWS) {
      const file = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
      const faults = await lookAt(browser, values.url + path, view, { folder: values.folder, file })
      console.log(`${path} ${view.name} ${faults.length === 0 ? 'fine' : `\n  ${faults.join('\n  ')}`}`)
    }
  }
} finally {
  await close()
}
