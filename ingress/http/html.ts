/** Text that is HTML already and goes in as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template. */
export type Part = string | number | Html | readonly Html[]

/** A template whose values are escaped unless they are HTML themselves. */
export function html(fixed: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: fixed }, ...parts.map(render)))
}

const render = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
