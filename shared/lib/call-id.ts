/** The public form of a call's UUID: `call_` and 32 hex digits. */
export const publicCallId = (uuid: string) => `call_${uuid.replaceAll('-', '')}`

/** Returns the UUID of a public call id; null when the text is not one. */
export function uuidOfCallId(callId: string): string | null {
  const hex = /^call_([0-9a-f]{32})$/.exec(callId)?.[1]
  if (hex === undefined) return null
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
