import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium } from 'playwright-core'

import { writeFontsConf } from '#shared/pictures/write-fonts-conf.ts'
import { findChromium } from '#workers/browser/chromium/find-chromium.ts'

/** A browser for our own pages. It visits nothing else, so it may do without a sandbox where root has none. */
export async function openLookBrowser(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-look-'))
  const { file, libraries } = await findChromium({
    chromiumPath: process.env['CHROMIUM_PATH'],
    folder,
    searchPath: process.env['PATH'] ?? '',
  })
  const browser = await chromium.launch({
    executablePath: file,
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
    env: {
      HOME: folder,
      PATH: process.env['PATH'] ?? '',
      FONTCONFIG_FILE: await writeFontsConf(folder),
      ...(libraries === null ? {} : { LD_LIBRARY_PATH: libraries }),
    },
  })
  return {
    browser,
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
