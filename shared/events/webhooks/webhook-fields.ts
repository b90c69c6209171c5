import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import type { EgressException } from '#shared/lib/network/egress-allow.ts'

import { EVENT_TYPE_NAMES } from '../catalog.rules.ts'

/** An address that is sent to: https without user name. http passes here; `refuseTarget` decides. */
export const TargetUrl = z
  .url({ protocol: /^https?$/ })
  .min(10)
  .max(2_000)
  .refine((text) => (URL.parse(text)?.username ?? '') === '' && (URL.parse(text)?.password ?? '') === '', {
    message: 'no user name in a URL',
  })

const fields = {
  url: TargetUrl.describe('https, a public address; it gets a POST of JSON and has 15 seconds to answer 2xx'),
  types: z
    .array(z.enum(EVENT_TYPE_NAMES))
    .min(1)
    .max(EVENT_TYPE_NAMES.length)
    .transform((types) => [...new Set(types)])
    .nullable()
    .describe('the types that are sent; null for all'),
  description: z.string().max(200).nullable().describe('for yourself'),
}

/** The body that makes a webhook. */
export const NewWebhook = z.object({
  ...fields,
  types: fields.types.optional(),
  description: fields.description.optional(),
})
export type NewWebhook = z.output<typeof NewWebhook>

/** The body that changes one: members that are absent stay. */
export const WebhookPatch = z.object({
  url: fields.url.optional(),
  types: fields.types.optional(),
  description: fields.description.optional(),
  enabled: z.boolean().optional().describe('false stops deliveries, true begins again with what happens from then on'),
})
export type WebhookPatch = z.output<typeof WebhookPatch>

/** Whether an address is https, or the installation's exceptions name its host and port. */
export function isAllowedTarget(url: string, allow: readonly EgressException[]): boolean {
  const { protocol, hostname, port } = new URL(url)
  return protocol === 'https:' || allow.some((one) => one.host === hostname && one.port === Number(port || 80))
}

/** Throws 422 for the address of a webhook that may not be sent to. */
export function refuseTarget(url: string, allow: readonly EgressException[]): void {
  if (!isAllowedTarget(url, allow))
    throw invalidFields({ path: ['url'], msg: 'Value error, this has to be https', input: url })
}
