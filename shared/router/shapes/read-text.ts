import type { InputShape } from '../values/read-input.ts'
import type { Reading } from './read-by-shape.ts'
import type { ShapedField, ShapedTool } from './shape-index.ts'

/** What a text is as a whole, for outcomes that take just that. */
const FORMS = ['csv', 'mime-message', 'skill-markdown', 'broken-json'] as const
const [BY_TYPE, TALK] = [0.55, 0.55]
/** A text of so many lines, or so long, is no title and no task. */
const [LINES, LONG] = [3, 300]
/** How much longer the texts of one field are than those of another that is not meant for long ones. */
const LONGER = 4

/** What a text that is no JSON is as a whole. */
export type TextForm = { type: string | undefined; isTalk: boolean; isLong: boolean }

export const textFormOf = ({ text, values }: InputShape): TextForm => ({
  type: FORMS.find((type) => values.some((value) => value.type === type)),
  isTalk: isTalk(text),
  isLong: text.length >= LONG || linesOf(text).length >= LINES,
})

/** How an outcome takes a text that is no JSON, by its form. */
export function readText({ fields }: ShapedTool, { type, isTalk: isTalking, isLong }: TextForm): Reading {
  const needed = fields.filter(({ isRequired, isEither }) => isRequired || isEither)
  if (type !== undefined) return { fit: needed.some((field) => field.type === type) ? BY_TYPE : 0, values: {} }
  const talk = isTalking
    ? fields.find(({ name, shape }) => name === 'transcript' && shape.kinds.has('text'))
    : undefined
  if (talk !== undefined) return { fit: TALK, values: { [talk.name]: '$input' } }
  const field = isLong ? longest(needed) : undefined
  return { fit: 0, values: field === undefined ? {} : { [field.name]: '$input' } }
}

const linesOf = (text: string) => text.split('\n', 200).filter((line) => line.trim() !== '')

/** Of several inputs that may be a text, the one that takes much longer ones than the others. */
function longest(fields: readonly ShapedField[]): ShapedField | undefined {
  const texts = fields.filter(({ shape, isEither }) => isEither && shape.kinds.has('text') && shape.choices === null)
  const [first, second] = texts.toSorted((a, b) => b.shape.longest - a.shape.longest)
  return first !== undefined && second !== undefined && first.shape.longest >= LONGER * second.shape.longest
    ? first
    : undefined
}

/** Whether a text is what several say in turns: lines that begin with a few names, some of them again. */
function isTalk(text: string): boolean {
  const names = linesOf(text).flatMap(
    (line) => /^\s*([\p{L}][\p{L}\p{N} _.-]{0,24}?)\s*[:>]\s+\S/u.exec(line)?.[1] ?? [],
  )
  const speakers = new Set(names.map((name) => name.toLowerCase()))
  return names.length >= LINES && speakers.size >= 2 && speakers.size <= names.length / 1.5
}
