import { uuidv7 } from 'uuidv7'
import { z } from 'zod'

import { POOLS } from '#shared/calls/pools.ts'
import { MOST_EVIDENCE } from '#shared/market/cards/give-evidence.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import type { Act } from '#shared/operators/acts/act.ts'
import { MOST_CENTS } from '#shared/operators/acts/key-act.ts'
import { OPERATOR_NAME } from '#shared/operators/acts/operator-act.ts'
import { MOST_MINUTES } from '#shared/operators/acts/pause-act.ts'
import type { OperatorInCharge } from '#shared/operators/operator-in-charge.ts'
import { OPERATOR_ROLES } from '#shared/operators/operator.entity.ts'

import { html, type Html } from '../../http/html.ts'

const cents = z.coerce.number().int().min(1).max(MOST_CENTS)
const minutes = z.coerce.number().int().min(1).max(MOST_MINUTES)
const reason = z.string().trim().min(1).max(200)
/** An id of the card processor. */
const cardId = z.string().regex(/^\w{1,255}$/)
const keyId = z.string().regex(/^[0-9A-Za-z]{12}$/)
const slug = z.string().max(200)
const pool = z.enum(POOLS)
const operator = z.string().regex(OPERATOR_NAME)
const username = z.string().min(1).max(40)
/** A public id, with the UUID it stands for. */
const idOf = (kind: 'job' | 'lst' | 'pay' | 'pur') =>
  z.string().transform((id, context) => {
    const uuid = uuidOf(kind, id)
    if (uuid !== null) return { id, uuid }
    context.addIssue({ code: 'custom', message: `is no id of the kind ${kind}_` })
    return z.NEVER
  })

/** The form of each act. */
const FORMS: Readonly<Record<string, z.ZodType<Act>>> = {
  ...both(['account suspend', 'account restore'], (name) =>
    z.object({ username }).transform((form) => ({ name, ...form })),
  ),
  ...both(['report uphold', 'report dismiss'], (name) =>
    z
      .object({ listing: idOf('lst') })
      .transform(({ listing }) => ({ name, listing: listing.id, listingId: listing.uuid })),
  ),
  'card retry': z.object({ event: cardId }).transform((form) => ({ name: 'card retry', ...form })),
  'card evidence': z
    .object({ dispute: cardId, evidence: z.string().trim().min(1).max(MOST_EVIDENCE) })
    .transform((form) => ({ name: 'card evidence', ...form })),
  'job dispute': z
    .object({ job: idOf('job'), reason })
    .transform(({ job, ...form }) => ({ name: 'job dispute', job: job.id, ...form })),
  'job decide': z
    .object({ job: idOf('job'), reason, percent: z.coerce.number().int().min(0).max(100) })
    .transform(({ job, percent, ...form }) => ({ name: 'job decide', job: job.id, workerPercent: percent, ...form })),
  'key grant': z.object({ cents }).transform((form) => ({ name: 'key grant', ...form })),
  'key credit': z
    .object({ key_id: keyId, cents, reason })
    .transform(({ key_id, ...form }) => ({ name: 'key credit', keyId: key_id, ...form })),
  'key revoke': z
    .object({ key_id: keyId, reason })
    .transform(({ key_id, ...form }) => ({ name: 'key revoke', keyId: key_id, ...form })),
  'operator add': z
    .object({ operator, role: z.enum(OPERATOR_ROLES) })
    .transform((form) => ({ name: 'operator add', ...form })),
  'operator revoke': z.object({ operator }).transform((form) => ({ name: 'operator revoke', ...form })),
  'outcome pause': z.object({ slug, minutes }).transform((form) => ({ name: 'outcome pause', ...form })),
  'outcome resume': z.object({ slug }).transform((form) => ({ name: 'outcome resume', ...form })),
  'pool drain': z.object({ pool, minutes }).transform((form) => ({ name: 'pool drain', ...form })),
  'pool resume': z.object({ pool }).transform((form) => ({ name: 'pool resume', ...form })),
  'payout hold': z
    .object({ payout: idOf('pay'), reason })
    .transform(({ payout, ...form }) => ({ name: 'payout hold', payout: payout.id, payoutId: payout.uuid, ...form })),
  'payout release': z
    .object({ payout: idOf('pay') })
    .transform(({ payout }) => ({ name: 'payout release', payout: payout.id, payoutId: payout.uuid })),
  'purchase refund': z
    .object({ purchase: idOf('pur'), reason, cents: z.union([z.literal(''), cents]).default('') })
    .transform(({ purchase, cents: part, ...form }) => ({
      name: 'purchase refund',
      purchase: purchase.id,
      purchaseId: purchase.uuid,
      ...form,
      ...(part === '' ? {} : { cents: part }),
    })),
}

/** One form under two names. */
function both<Name extends string>(names: readonly Name[], form: (name: Name) => z.ZodType<Act>) {
  return Object.fromEntries(names.map((name) => [name, form(name)]))
}

/** The act that a form asks for, and the id that makes sending it twice one act. Null for any other form. */
export function readAct(form: Record<string, unknown>): { act: Act; once: string } | null {
  const { do: name, once } = form
  if (typeof name !== 'string' || !Object.hasOwn(FORMS, name)) return null
  const read = FORMS[name]?.safeParse(form)
  const id = z.uuid().safeParse(once)
  return read?.success === true && id.success ? { act: read.data, once: id.data } : null
}

/** A field of a form that an operator fills in. */
export type ActField = {
  name: string
  label: string
  type?: 'text' | 'number'
  value?: string
  choices?: readonly string[]
  isOptional?: boolean
  /** Characters that it takes; 200 unless said. */
  most?: number
}

/**
 * The form of an act: `known` are its terms, `fields` what the operator fills in. Empty for a viewer, and for an act that
 * is root's alone. The fields' ids begin with `id`, which is unique on its page.
 */
export function actForm(
  { role }: OperatorInCharge,
  name: string,
  {
    id,
    label,
    known = {},
    fields = [],
  }: { id: string; label: string; known?: Record<string, string>; fields?: readonly ActField[] },
): Html {
  if (role === 'viewer' || (name.startsWith('operator ') && role !== 'root')) return html``
  return html`<form method="post" action="/ops/act">
    <input type="hidden" name="do" value="${name}" /><input type="hidden" name="once" value="${uuidv7()}" />
    ${Object.entries(known).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
    ${fields.map((field) => actField(`${id}-${field.name}`, field))}
    <button>${label}</button>
  </form>`
}

const actField = (
  id: string,
  { name, label, type = 'text', value = '', choices, isOptional = false, most = 200 }: ActField,
): Html =>
  html`<label for="${id}">${label}</label> ${
      choices === undefined
        ? html`<input
            id="${id}"
            name="${name}"
            type="${type}"
            value="${value}"
            ${isOptional ? '' : 'required'}
            maxlength="${most}"
          />`
        : html`<select id="${id}" name="${name}">
            ${choices.map((choice) => html`<option>${choice}</option>`)}
          </select>`
    } `

/** The field for the reason of an act, which the log keeps. */
export const REASON: ActField = { name: 'reason', label: 'Reason' }
