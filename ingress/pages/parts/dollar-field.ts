import { type Html, html } from '../../http/html.ts'

type Field = { id: string; name: string; label: Html | string; value: string; leastCents?: number; mostCents?: number }

/** A field in which people write an amount in dollars; `inDollars` makes its first value, `centsOf` reads it. */
export const dollarField = ({ id, name, label, value, leastCents = 1, mostCents }: Field): Html =>
  html`<label for="${id}">${label}</label
    ><input
      id="${id}"
      name="${name}"
      type="number"
      min="${inDollars(leastCents)}"
      ${mostCents === undefined ? '' : html`max="${inDollars(mostCents)}"`}
      step="0.01"
      value="${value}"
      required
    />`

export const inDollars = (cents: number): string => (cents / 100).toFixed(2)

/** What a field of dollars holds, in cents; 0 where it is empty, NaN where it is no number, which the API refuses. */
export const centsOf = (dollars: string | undefined): number => Math.round(Number(dollars ?? '') * 100)
