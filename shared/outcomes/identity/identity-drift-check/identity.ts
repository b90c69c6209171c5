import type { DimensionStatus, IdentityDimension } from './identity-verdict.ts'

/** An agent's identity as it is sent: everything optional, of any form a registry may give it. */
export type Identity = Readonly<Record<string, unknown>> & {
  samples?: readonly string[] | undefined
  rotation?: unknown
}

export type IdentityQuestion = {
  baseline: Identity
  current: Identity
  weights?: Readonly<Record<string, number>> | undefined
  thresholds?: { review?: number | undefined; block?: number | undefined } | undefined
  strict_fields?: readonly IdentityDimension[] | undefined
}

/** How far apart the two sides are in one dimension; 0 is the same, 1 is nothing shared. */
export type Compared = { name: IdentityDimension; distance: number; status: DimensionStatus; evidence: string }

export const STRICT_FIELDS: readonly IdentityDimension[] = ['agent_id', 'owner', 'public_keys', 'wallet']

/** What a dimension weighs unless the caller says otherwise. */
export const USUAL_WEIGHTS: Readonly<Record<IdentityDimension, number>> = {
  agent_id: 3,
  name: 0.5,
  owner: 3,
  public_keys: 3,
  wallet: 3,
  model: 1.5,
  system_prompt: 2,
  tools: 2,
  permissions: 2,
  endpoints: 1,
  policies: 2,
  behaviour: 1,
}

/** A list of texts, whatever form a set was sent in: a text is a set of one, an object the set of its members. */
export function textSet(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return [...new Set(value.map(textOf))]
  if (typeof value === 'object') return Object.entries(value).map(([key, member]) => `${key}=${textOf(member)}`)
  return [textOf(value)]
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
