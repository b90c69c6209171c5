import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { isHttpsLink, plainText } from '#shared/lib/seen-text.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const SHOWN_IN = ['/api/v1/outcomes/featured', '/.well-known/x402-featured.json']

export const featuredAgentSlot = defineOutcome({
  slug: 'featured-agent-slot',
  title: 'Featured slot',
  description:
    'Buys a time-limited featured place in the discovery documents for a slug, with a label and a link. One price for 1 to ' +
    '168 hours; buying again while it runs extends it. At most 20 places at once.',
  cents: 50,
  oncePerPass: true,
  settle: 'before',
  types: {
    takes: { target_slug: 'slug', label: 'json', url: 'json', hours: 'hours' },
    gives: { slot_id: 'text' },
    writes: true,
  },
  input: () =>
    z.object({
      target_slug: z.string().min(1).max(100).describe('outcome or seller slug to feature'),
      label: z.string().max(60).optional().describe('short label, plain text'),
      url: z.string().max(2_048).optional().describe('https link'),
      hours: documentedDefault(z.int().min(1).max(168), 24).describe('duration'),
    }),
  output: () =>
    z.object({
      slot_id: z.string(),
      target_slug: z.string(),
      label: z.string().nullable(),
      starts_at: z.string(),
      ends_at: z.string(),
      position: z.int().describe('place among active slots'),
      shown_in: z.array(z.string()),
      extended: z.boolean(),
      price_cents: z.int().describe('50, flat for any number of hours'),
    }),
  example: {
    input: { target_slug: 'json-repair', label: 'Mends broken JSON', hours: 24 },
    output: {
      slot_id: 'slot_7uWq2nZ0xB5tKc9RmYdEaP',
      target_slug: 'json-repair',
      label: 'Mends broken JSON',
      starts_at: '2026-11-20T12:00:00.000Z',
      ends_at: '2026-11-21T12:00:00.000Z',
      position: 1,
      shown_in: SHOWN_IN,
      extended: false,
      price_cents: 50,
    },
  },
  check({ label, url }) {
    if (label !== undefined && (plainText(label) !== label || /[<>`[\]\\]|\p{Cc}/u.test(label) || label === '')) {
      throw invalidFields({ path: ['label'], msg: 'Value error, plain text without markup or invisible characters' })
    }
    if (url !== undefined && !isHttpsLink(url)) {
      throw invalidFields({ path: ['url'], msg: 'Value error, send an https URL without user name' })
    }
  },
  async run({ target_slug, label, url, hours = 24 }, ctx) {
    if ((await ctx.reliability(target_slug)) === null && !(await ctx.sellers.isOnSale(target_slug))) {
      throw new Refusal(
        'unknown_slug',
        `There is nothing called ${JSON.stringify(target_slug)} to feature; nothing was charged.`,
        {
          fix: {
            action: 'Choose a slug of the catalog, or of a seller endpoint that is on sale.',
            method: 'GET',
            path: '/api/v1/outcomes/meta?fields=slug,title',
          },
        },
      )
    }
    if (url !== undefined) await ctx.egress.vet(url, ctx.signal)
    if (label !== undefined) {
      const [{ isProfane }, { flags, hasSecret }] = await Promise.all([
        import('./is-profane.ts'),
        ctx.compute('screenText', { text: label, source: 'tool_description' }, ctx),
      ])
      if (hasSecret) throw refused('secret_detected', 'The label holds what looks like a secret')
      if (flags.length > 0) throw refused('injection_text', 'The label gives orders to its reader')
      if (isProfane(label)) throw refused('unprocessable', 'The label is not fit to be shown')
    }
    const slot = await ctx.store.featured.book({ slug: target_slug, label: label ?? null, url: url ?? null, hours })
    return { ...slot, shown_in: SHOWN_IN, price_cents: 50 }
  },
})

const refused = (code: 'secret_detected' | 'injection_text' | 'unprocessable', what: string) =>
  new Refusal(code, `${what}; nothing was charged.`, { fix: { action: 'Send another label, or none.' } })
