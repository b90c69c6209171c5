import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { Payment } from '#shared/engines/x402/wire/read-payment.ts'

/** The requirement a verify request is sent with: the one given, else what the payment says it accepted. */
export function requirementsOf({ requirements, document }: Payment): JsonObject | null {
  if (requirements !== null) return requirements
  const accepted = ownValue(document, 'accepted')
  return isObject(accepted) ? accepted : null
}
