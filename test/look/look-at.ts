import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

const require = createRequire(import.meta.url)
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** How people see a page: width in pixels, light or dark, with JavaScript or without. */
export const VIEWS = [
  { name: 'light-390-js', width: 390, colorScheme: 'light', javaScriptEnabled: true },
  { name: 'dark-1280-plain', width: 1_280, colorScheme: 'dark', javaScriptEnabled: false },
  { name: 'light-1280-plain', width: 1_280, colorScheme: 'light', javaScriptEnabled: false },
  { name: 'dark-390-js', width: 390, colorScheme: 'dark', javaScriptEnabled: true },
] as const
export type View = (typeof VIEWS)[number]

export type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** What is wrong with a page: rules of axe-core, a body wider than the window, errors in the console. */
export type Faults = string[]

/** Opens a page as one of the views, saves a picture of it and says what is wrong with it. */
export async function lookAt(
  browser: Browser,
  url: string,
  view: View,
  { folder, cookies = [], file }: { folder: string | null; cookies?: Cookies; file: string },
): Promise<Faults> {
  const { width, colorScheme, javaScriptEnabled } = view
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme,
    javaScriptEnabled,
    locale: 'en-US',
  })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const faults: Faults = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        faults.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    await page.goto(url, { waitUntil: 'load' })
    // The API reference is drawn by a script after the page has loaded.
    if (javaScriptEnabled) await page.locator('body:not(.api), .opblock-tag').first().waitFor()
    if (folder !== null) {
      const picture = page.screenshot({ path: join(folder, `${file}.${view.name}.png`), fullPage: true })
      await picture.catch((error: Error) => faults.push(`picture: ${error.message}`))
    }
    faults.push(...(await judgePage(page, javaScriptEnabled)))
    return faults
  } finally {
    await context.close()
  }
}

/** What axe-core says of an open page, and whether it is wider than the window. */
export async function judgePage(page: Page, javaScriptEnabled: boolean): Promise<Faults> {
  if (javaScriptEnabled) return judge(page)
  const session = await sessionOf(page)
  const allow = (scripts: boolean) => session.send('Emulation.setScriptExecutionDisabled', { value: !scripts })
  // A session that has not forbidden scripts has nothing to allow. Those of the page were met while they were forbidden,
  // and are not run afterwards.
  await allow(false)
  await allow(true)
  try {
    return await judge(page)
  } finally {
    await allow(false)
  }
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The session that forbids and allows the scripts of a page. It stays: when it ended, scripts would be allowed again. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

async function judge(page: Page): Promise<Faults> {
  await page.evaluate(AXE)
  // Safe: the answer of axe.run, of which these members are read.
  const { violations, tooWide } = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => ({ violations, tooWide: document.documentElement.scrollWidth - innerWidth }))`,
  )) as { violations: { id: string; nodes: { html: string }[] }[]; tooWide: number }
  return [
    ...violations.map(({ id, nodes }) => `axe ${id}: ${nodes.length} × ${nodes[0]?.html.slice(0, 160) ?? ''}`),
    ...(tooWide > 0 ? [`${tooWide} px wider than the window`] : []),
  ]
}
