import { SECRET_SETTINGS } from '#shared/secret-settings.ts'
import { Settings } from '#shared/settings.ts'

import { html } from '../../http/html.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { rowsTable } from './rows-table.ts'

/** /ops/settings: the settings of this ingress. Of a secret it says only whether it is set. */
export const settingsPage =
  ({ config }: Pick<DeskDeps, 'config'>): ShowDeskPage =>
  () => {
    const lines = Object.entries(Settings.shape).map(([name, schema]) => ({
      name,
      // Safe: the names of the settings.
      value: shown(name, config[name as keyof typeof Settings.shape]),
      means: schema.description ?? '',
    }))
    const upstreams = Object.entries(config.upstreams).map(([id, settings]) => ({
      id,
      set: Object.keys(settings ?? {}),
    }))
    return {
      title: 'Settings in force',
      content: html`<p>Settings of the process that answered. Secrets are never shown.</p>
        ${rowsTable('Settings', lines, [
          ['Setting', ({ name }) => html`<code>${name}</code>`],
          ['Value', ({ value }) => value],
          ['What it is', ({ means }) => means],
        ])}
        ${rowsTable('Upstreams with settings of their own', upstreams, [
          ['Upstream', ({ id }) => id],
          ['Set', ({ set }) => set.join(', ')],
        ])}`,
    }
  }

/** Longest value that is shown whole. */
const MOST_CHARACTERS = 200

function shown(name: string, value: unknown): string {
  if (value === undefined) return 'not set'
  if (SECRET_SETTINGS.has(name)) return 'set, secret'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // The URL of a service may contain a password.
  return text.replace(/\/\/[^/@\s]*@/g, '//…@').slice(0, MOST_CHARACTERS)
}
