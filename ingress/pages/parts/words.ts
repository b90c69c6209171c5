import { html, type Html } from '../../http/html.ts'

/** A price in cents as people read it. */
export const priceOf = (cents: number): string => (cents === 0 ? 'free' : `$${(cents / 100).toFixed(2)}`)

/** An amount in cents, with its sign. */
export const dollars = (cents: number): string => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

/** Milliseconds as people read them; a dash for none. */
export function duration(ms: number | null): string {
  if (ms === null || ms === 0) return '–'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}

/** A share of 0 to 1 in percent; a dash for none. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${share === 1 ? '100' : (share * 100).toFixed(1)} %`

export const count = (number: number): string => number.toLocaleString('en')

/** The name of a pack as people read it: builder-pack is Builder. */
export function packName(name: string): string {
  const words = name.replace(/-pack$/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A moment in UTC, which the script of the pages shows in the reader's zone. */
export function moment(at: string | Date | null): Html {
  if (at === null) return html`–`
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return html`${String(at)}`
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}
