import { type Html, html } from '../../http/html.ts'

/** Most values that a tree shows, and the longest text in letters. */
const [MOST_VALUES, MOST_LETTERS] = [600, 1_500]

/** A JSON value as a tree that folds. What is beyond 600 values is left out and said. */
export function jsonTree(value: unknown): Html {
  const room = { left: MOST_VALUES }
  return html`<ul class="tree">
    ${node(null, value, room, 0)} ${room.left <= 0 ? html`<li>… more is in the JSON</li>` : ''}
  </ul>`
}

function node(name: string | null, value: unknown, room: { left: number }, depth: number): Html {
  room.left -= 1
  const label = name === null ? html`` : html`<b>${name}:</b> `
  if (typeof value !== 'object' || value === null) return html`<li>${label}${leaf(value)}</li>`
  const members = Array.isArray(value) ? value.map((item, nth) => [String(nth), item] as const) : Object.entries(value)
  const size = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`
  if (members.length === 0) return html`<li>${label}${Array.isArray(value) ? '[]' : '{}'}</li>`
  const shown: Html[] = []
  for (const [key, item] of members) {
    if (room.left <= 0) break
    shown.push(node(key, item, room, depth + 1))
  }
  return html`<li>
    <details ${depth < 3 ? OPEN : html``}>
      <summary>${label}${size}</summary>
      <ul>
        ${shown}
      </ul>
    </details>
  </li>`
}

const OPEN = html`open`

function leaf(value: unknown): Html {
  if (typeof value !== 'string') return html`<code>${String(value)}</code>`
  if (/^data:image\/(?:png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/=]{1,400000}$/.test(value))
    return html`<img src="${value}" alt="Picture in the answer" />`
  return html`${value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}… (${value.length} letters)` : value}`
}
