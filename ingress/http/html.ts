/** Text that is already HTML and is inserted unescaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value of a template. */
export type Part = string | number | Html | readonly Html[]

/** Builds HTML from a template. Escapes all values except `Html`. */
export function html(fixed: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: fixed }, ...parts.map(render)))
}

const render = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
