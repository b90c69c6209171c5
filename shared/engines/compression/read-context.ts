import { objectOr } from '../capability/tool-like.ts'

/** A context as one text, with the spans that people with a say wrote (the user, the system). */
export type Context = { text: string; weighty: { start: number; end: number }[] }

/** Joins messages to one text, in order. Content may be a text, or parts with a text each (as chat APIs have it). */
export function readContext(sent: string | readonly unknown[]): Context {
  if (typeof sent === 'string') return { text: sent, weighty: [] }
  const weighty: Context['weighty'] = []
  let text = ''
  for (const message of sent) {
    const { role, content } = objectOr(message)
    const said = textOf(content)
    if (said === '') continue
    const start = text.length
    text += `${said}\n`
    if (role === 'user' || role === 'system' || role === 'developer') weighty.push({ start, end: text.length })
  }
  return { text, weighty }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) =>
      typeof part === 'string'
        ? part
        : typeof objectOr(part)['text'] === 'string'
          ? String(objectOr(part)['text'])
          : '',
    )
    .filter((part) => part !== '')
    .join('\n')
}
