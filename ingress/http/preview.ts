/** Longest text that is sent back, in characters. */
const PREVIEW_LENGTH = 200

/** The value itself if its text or JSON is short enough, else the beginning of that. */
export function preview(value: unknown): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  const text = typeof value === 'string' ? value : beginningOf(value, PREVIEW_LENGTH)
  return text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : value
}

/** The JSON of a value, cut somewhere after `room` characters. Reads no more of the value than it needs. */
function beginningOf(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1))
  if (Array.isArray(value)) return joinWithin('[', ']', value, room, (item, left) => beginningOf(item, left))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  // Safe: a JSON object, read by its own names.
  const members = value as Record<string, unknown>
  return joinWithin('{', '}', Object.keys(members), room, (name, left) => {
    const label = `${JSON.stringify(name.slice(0, left + 1))}:`
    return label.length > left ? label : label + beginningOf(members[name], left - label.length)
  })
}

function joinWithin<Item>(
  open: string,
  close: string,
  items: readonly Item[],
  room: number,
  textOf: (item: Item, left: number) => string,
): string {
  let text = open
  for (const item of items) {
    if (text.length > room) return text
    if (text.length > 1) text += ','
    text += textOf(item, room - text.length)
  }
  return text + close
}
