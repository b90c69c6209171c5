import { readFileSync } from 'node:fs'

import { type TextDocument, textDocument } from './text-document.ts'

/** The icon of every page. */
export const favicon = (): TextDocument =>
  textDocument(readFileSync(new URL('./favicon.svg', import.meta.url), 'utf8'), 'image/svg+xml')
