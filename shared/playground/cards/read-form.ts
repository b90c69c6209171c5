/** The fields of a form body, nested as `metadata[purchase_id]` says. */
export type FormFields = { [name: string]: string | FormFields }

/** Reads `application/x-www-form-urlencoded` text with one level of brackets, as the API takes it. */
export function readForm(text: string): FormFields {
  const fields: FormFields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const nested = /^(\w+)\[(\w*)\]$/.exec(name)
    if (nested === null) {
      fields[name] = value
      continue
    }
    const [, outer = '', inner = ''] = nested
    const group = fields[outer]
    if (typeof group === 'object') group[inner] = value
    else fields[outer] = { [inner]: value }
  }
  return fields
}

export const textOf = (fields: FormFields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' ? value : null
}

/** The texts of a nested field such as `metadata`; empty without it. */
export function groupOf(fields: FormFields, name: string): Record<string, string> {
  const group = fields[name]
  if (typeof group !== 'object') return {}
  return Object.fromEntries(
    Object.entries(group).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}
