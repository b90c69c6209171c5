import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'

/** Types of values that a text outcome cannot read by itself: they name where the text is. */
const PLACES = ['url', 'pdf-url', 'image-url', 'audio-url', 'workspace-id', 'note-id'] as const

/** Whether the input is nothing but the address of something. */
export function isOnlyAValue(known: Known, tool: Tool): boolean {
  const text = known.input.text.trim()
  if (
    text === '' || ['prompt-injection-scan', 'hash-text', 'memory-exfil-guard', 'regex-test'].includes(tool.slug)
      ? !/^https?:\/\/\S+$/.test(text)
      : false
  )
    return false
  const inInput = known.values.filter(
    ({ from, type }) => from === 'input' && (PLACES as readonly string[]).includes(type),
  )
  const covered = inInput
    .filter(({ type }) => type === 'url' || type.endsWith('-id'))
    .reduce((sum, { start, end }) => sum + end - start, 0)
  return covered > 0 && covered >= 0.5 * text.length
}
